"""A hook of mkdocs (mkdocs.yml): a page for each folder of src, made of the headers' comments: what a file is, and each `///` comment with its declaration;
and src/EQUATIONS.md.

The pages are in the site alone, not in docs. The site's search leaves them out, because users look for keys and pages there.
"""
import html
import os
import re

from mkdocs.structure.files import File

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SLICES = ("core", "flow", "activation", "line", "studies", "view", "ibsim")
TAGS = re.compile(r"\s*@(param|tparam|return|throws)\b\s*")


def head_of(text):
    """The comment at the top of a file: prose, and formulas, which are indented, as they stand."""
    parts, formula = [], []
    for line in text.splitlines() + [""]:
        if not line.startswith("//") or line.startswith("///"):
            break
        line = line[2:].removeprefix(" ")
        if line.startswith("  "):
            formula.append(line)
            continue
        if formula:
            parts.append("\n\n```text\n" + "\n".join(formula) + "\n```\n\n")
            formula = []
        parts.append(escaped(line) + " " if line.strip() else "\n\n")
    if formula:
        parts.append("\n\n```text\n" + "\n".join(formula) + "\n```\n")
    return "".join(parts).strip()


def declaration_after(text, at):
    """The declaration at a place of a header, up to its body or its end, on one line."""
    depth = 0
    for i in range(at, min(len(text), at + 1500)):
        c = text[i]
        depth += (c in "([") - (c in ")]")
        if depth == 0 and (c == ";" or (c == "{" and not text[at:i].rstrip().endswith("="))):
            found = re.sub(r"//[^\n]*", "", text[at:i])
            return re.sub(r"\s+", " ", found).strip()
    return ""


def entries_of(text):
    """Each `///` block of a header with the declaration that follows: (declaration, comment)."""
    for match in re.finditer(r"(?:^[ \t]*///(?!<)[^\n]*\n)+", text, re.M):
        comment = " ".join(line.strip().lstrip("/").strip() for line in match[0].splitlines())
        declaration = declaration_after(text, match.end())
        if declaration and not declaration.startswith(("#", "/", "}", "private", "public")):
            yield declaration, comment


def as_markdown(comment):
    """A comment as a paragraph; its @param and the like as a list."""
    first, *tags = re.split(r"\s(?=@(?:param|tparam|return|throws)\b)", comment)
    lines = [escaped(first)] + ([""] if tags else [])
    for tag in tags:
        kind = TAGS.match(tag)
        lines.append(f"- *{kind[1]}* {escaped(tag[kind.end():])}")
    return "\n".join(lines)


def escaped(text, marks=r"\*_[]#|~$<>"):
    """Text that Markdown shows as it is, but for code between back quotes."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(f"([{re.escape(marks)}])", r"\\\1", html.escape(part, quote=False)) for part in parts)


def page_of(folder, names):
    lines = ["---", "search:", "  exclude: true", "---", f"# {os.path.relpath(folder, os.path.join(ROOT, 'src'))}", ""]
    for name in names:
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            text = file.read()
        head, entries = head_of(text), list(entries_of(text))
        if not head and not entries:
            continue
        lines += [f"## {name}", "", head, ""]
        for declaration, comment in entries:
            lines += ["```cpp", declaration, "```", "", as_markdown(comment), ""]
    return "\n".join(lines) if len(lines) > 6 else ""


def on_files(files, config):
    index = ["---", "search:", "  exclude: true", "---", "# C++ sources", "",
             "These pages are made from the comments of the headers. `src/ARCHITECTURE.md` describes how the folders work together, and "
             "[extending](../extending.md) shows how to add to them.", "", "| folder | headers |", "|---|---|"]
    for slice_ in SLICES:
        for folder, _, names in sorted(os.walk(os.path.join(ROOT, "src", slice_))):
            headers = sorted(name for name in names if name.endswith(".hpp"))
            text = page_of(folder, headers) if headers else ""
            if text:
                place = os.path.relpath(folder, os.path.join(ROOT, "src"))
                name = place.replace(os.sep, "_") + ".md"
                files.append(File.generated(config, f"cpp/{name}", content=text))
                index.append(f"| [{place}]({name}) | {len(headers)} |")
    files.append(File.generated(config, "cpp/index.md", content="\n".join(index) + "\n"))
    with open(os.path.join(ROOT, "src", "EQUATIONS.md"), encoding="utf-8") as file:
        files.append(File.generated(config, "cpp/equations.md", content="---\nsearch:\n  exclude: true\n---\n" + escaped(file.read(), "*_~$<>")))
    return files
