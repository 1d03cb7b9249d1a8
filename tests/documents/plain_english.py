"""Pages for users and `///` comments of src are in plain English: short sentences, and no construction that confused readers.

usage: plain_english.py [--all] [--shorten] [--program=IBSIM] [PAGE...]; without pages: README.md, CHANGELOG.md, src/ARCHITECTURE.md, docs (without
docs/notes), the comments of config/*.yaml, the `///` comments of src, and with a program its manual page (`ibsim help --man`).
Pages that are not rewritten yet are listed in not_yet_plain.txt. A listed page that passes fails the test, so the list only shrinks.
Comments that break a rule today are in comments_not_yet_plain.txt; a new one fails the test.
--all also prints each sentence of more than 25 words; --shorten removes comments from that list that are mended or gone.
"""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "not_yet_plain.txt")
COMMENTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "comments_not_yet_plain.txt")
LONGEST = 32  # words of a sentence: none may be longer
LONGEST_OF_COMMENTS = 40  # the same of a `///` comment
LONG = 25  # words: the rule for all sentences but a few
MOST_LONG = 0.08  # part of a page's sentences that may be longer than LONG; one sentence always may

# pattern -> what to write instead
BANNED = {
    r"^Of\b": "begin with the subject, not with \"Of\"",
    r"\bso (many|much)\b": "a number or its noun",
    r"\bthat of\b": "the noun again",
    r"\bgo(es)? by\b": "uses",
    r"\bhangs? on\b": "depends on",
    r"\b(lives|lived) (to|on|at|through)\b|\b(cells|suspensions|they) (live|lived)\b": "remains stable",
    r"\bgo(es)? on\b": "continues",
    r"\b(is|are|was) (told|asked for)\b": "the active verb",
    r"\btells?\b|\btold\b": "reports, or the active verb",
    r"\blives\b": "remains stable, or is",
    r"\basks? for\b": "needs",
    r"\bwhere nothing is said\b": "by default",
    r"\bin the mean\b": "on average",
    r"\bcommit [0-9a-f]{7,}\b": "a line \"Source: ..\" below the table",
    r"\bgives? way\b": "yields, or the verb that is meant",
    r"\bbesides?\b": "next to, or in addition",
    r"\bhas what\b": "the noun",
    r"\bgrid cells?\b|\bcells? of the grid\b|\bhalf a cell\b": "grid points, or the grid spacing h; a cell is a red cell",
}
COMMENT_STARTS = r"(That|Those|Of|The same|As many|So many)\b"  # words that stand for a missing noun


def prose(text):
    """The paragraphs, list items and table cells of a page, without markup. A code span or a formula is one word."""
    text = re.sub(r"<!-- measured: .*?<!-- end.*?-->", "\n\n", text, flags=re.S)  # scripts/measure writes these
    text = re.sub(r"^```.*?^```\s*$", "\n", text, flags=re.S | re.M)
    text = re.sub(r"\$\$.*?\$\$", "\n\n", text, flags=re.S)
    text = re.sub(r"`[^`\n]*`|\$[^$\n]*\$", "CODE", text)
    blocks = []
    for line in text.split("\n") + [""]:
        stripped = line.strip()
        if stripped.startswith("|"):
            blocks += [cell for cell in re.split(r"(?<!\\)\||; ", stripped) if cell.strip(" -:")] + [""]
        elif not stripped or re.match(r"#|!\[|    \S", line) or stripped.startswith("<"):
            blocks.append("")
        elif re.match(r"([-*]|\d+\.) ", stripped):
            blocks += ["", re.sub(r"^([-*]|\d+\.) ", "", stripped)]
        elif blocks and blocks[-1]:
            blocks[-1] += " " + stripped
        else:
            blocks.append(stripped)
    for block in blocks:
        block = re.sub(r"!?\[((?:[^\[\]]|\[[^\]]*\])*)\]\([^)]*\)", r"\1", block)
        block = re.sub(r"[*_]{1,3}([^*_]+)[*_]{1,3}", r"\1", block)
        if block.strip() and not re.match(r"(Source|Measured)\b", block.strip()):
            yield block.strip()


def sentences(block):
    block = re.sub(r"\b(al|e\.g|i\.e|vs|Fig|No|Phys|Rev|J|Biophys|Comput|Biol|Chem|Ref|Sci|Natl|Acad|Proc)\.", r"\1", block)
    block = re.sub(r"(?<=[.!?]) +([a-z][a-z0-9-]*): (?=\S)", r" Value \1: ", block)  # a value of a key, and its meaning: a sentence
    return [part.strip() for part in re.split(r"(?<=[.!?:])[\"')]*\s+(?=[\"'(]*[A-Z0-9]|ibsim\b)|;\s+(?=[A-Z])", block) if part.strip()]


def words(sentence):
    return sum(bool(re.search(r"\w", word)) for word in sentence.split())


def text_of(path):
    """A page; of a scenario its comments, those at the top as one paragraph."""
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not path.endswith(".yaml"):
        return text
    head = re.match(r"(#[^\n]*\n)*", text)[0]
    return re.sub(r"^# ?", "", head, flags=re.M) + "".join("\n\n" + one for one in re.findall(r"\s# ([^\n]*)", text[len(head):]))


def manual_of(program):
    """The manual page of the program as paragraphs, without roff."""
    page = subprocess.run([program, "help", "--man"], capture_output=True, text=True, check=True).stdout
    page = re.sub(r"^\..*$", "", page, flags=re.M)
    return "\n\n".join(re.sub(r"\\f[BIPR]|\\&", "", line).replace("\\-", "-").lstrip("- ") for line in page.split("\n"))


def faults_of(path, show=False):
    return faults_in(text_of(path), show)


def faults_in(text, show=False):
    found = [sentence for block in prose(text) for sentence in sentences(block)]
    faults = [f"{words(one)} words: {one}" for one in found if words(one) > LONGEST]
    long = [one for one in found if words(one) > LONG]
    if show:
        faults += [f"({words(one)} words) {one}" for one in long]
    if len(long) > max(1, MOST_LONG * len(found)):
        faults.append(f"{len(long)} of {len(found)} sentences have more than {LONG} words")
    for one in found:
        for pattern, instead in BANNED.items():
            match = re.search(pattern, one, re.I if pattern[0] != "^" else 0)
            if match:
                faults.append(f"\"{match[0]}\" ({instead}): {one}")
    return faults


def pages():
    found = ["README.md", "CHANGELOG.md", "src/ARCHITECTURE.md"]
    for folder, _, names in os.walk(os.path.join(ROOT, "docs")):
        if os.path.relpath(folder, ROOT).split(os.sep)[:2] != ["docs", "notes"]:
            found += [os.path.relpath(os.path.join(folder, name), ROOT) for name in names if name.endswith(".md")]
    found += [os.path.join("config", name) for name in os.listdir(os.path.join(ROOT, "config")) if name.endswith(".yaml")]
    return sorted(found)


def comments():
    """Each block of `///` lines in src, as (file, text)."""
    for folder, _, names in os.walk(os.path.join(ROOT, "src")):
        for name in sorted(names):
            if name.endswith((".hpp", ".cpp", ".cu", ".cuh")):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    for match in re.finditer(r"(?:^[ \t]*///(?!<)[^\n]*\n)+", file.read(), re.M):
                        yield (os.path.relpath(os.path.join(folder, name), ROOT),
                               " ".join(line.strip().lstrip("/").strip() for line in match[0].splitlines()))


def fault_of_comment(text):
    """What is wrong with a comment; empty if nothing is."""
    start = re.match(COMMENT_STARTS, text)
    parts = re.split(r"\s(?=@(?:param|return|throws|tparam)\b)", text)
    longest = max((words(one) for part in parts for one in sentences(part)), default=0)
    return f"begins with \"{start[0]}\": begin with the noun" if start else f"a sentence of {longest} words" if longest > LONGEST_OF_COMMENTS else ""


def key_of(name, text):
    return f"{name}: {' '.join(text.split()[:8])}"


def main():
    show = "--all" in sys.argv
    asked = [name for name in sys.argv[1:] if not name.startswith("--")]
    with open(LIST, encoding="utf-8") as file:
        listed = {line.strip() for line in file if line.strip() and not line.startswith("#")}
    failed = False
    for program in [word.split("=", 1)[1] for word in sys.argv[1:] if word.startswith("--program=")]:
        for fault in faults_in(manual_of(program), show):
            print(f"ibsim help --man: {fault}")
            failed = True
    for page in asked or pages():
        faults = faults_of(os.path.join(ROOT, page), show)
        if asked or page not in listed:
            for fault in faults:
                print(f"{page}: {fault}")
            failed |= bool(faults)
        elif not faults:
            print(f"{page} passes: remove it from {os.path.relpath(LIST, ROOT)}")
            failed = True
    for page in sorted(listed - set(pages())) if not asked else []:
        print(f"{os.path.relpath(LIST, ROOT)}: there is no page {page}")
        failed = True
    if not asked:
        found = {key_of(name, text): fault for name, text in comments() if (fault := fault_of_comment(text))}
        with open(COMMENTS, encoding="utf-8") as file:
            known = [line.rstrip("\n") for line in file if not line.startswith("#")]
        for key in sorted(set(found) - set(known)):
            print(f"{key} .. ({found[key]})")
            failed = True
        if "--shorten" in sys.argv:
            with open(COMMENTS, encoding="utf-8") as file:
                head = [line for line in file if line.startswith("#")]
            with open(COMMENTS, "w", encoding="utf-8") as file:
                file.writelines(head + [key + "\n" for key in known if key in found])
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
