"""A hook of mkdocs (mkdocs.yml): pages of docs/notes are laboratory notes. Other pages link to them; the site's search leaves them out."""


def on_page_markdown(markdown: str, page, **_) -> str:
    if page.file.src_uri.startswith("notes/"):
        page.meta["search"] = {"exclude": True}
    return markdown
