"""A hook of mkdocs (mkdocs.yml): equations of the pages, which arithmatex finds, as MathML, which browsers draw by themselves.

So the site needs no script and fetches nothing. In the raw pages they are LaTeX between dollars, which code hosts draw too.
"""

import html
import re

import latex2mathml.converter


def on_page_content(content: str, **_) -> str:
    """HTML of a page, with <span class="arithmatex">\\(..\\)</span> and <div ..>\\[..\\]</div> replaced."""

    def as_mathml(match: re.Match) -> str:
        display = "block" if match["tag"] == "div" else "inline"
        return latex2mathml.converter.convert(html.unescape(match["latex"]), display=display)

    return re.sub(r'<(?P<tag>span|div) class="arithmatex">\\[\[(](?P<latex>.*?)\\[\])]</(?P=tag)>', as_mathml, content, flags=re.DOTALL)
