// yaml-cpp's events -> Tree.
#include "schema/tree.hpp"

#include "base/error.hpp"
#include "base/text.hpp"
#include "base/utf8.hpp"
#include "schema/yaml_slips.hpp"

#include <sstream>
#include <unordered_set>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

namespace ibsim {
namespace {

constexpr std::size_t most_depth = 32;

class Builder : public YAML::EventHandler {
 public:
  Builder(std::shared_ptr<const std::string> source, const YamlText& text)
      : source_(std::move(source)), text_(text) {}

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (documents_++ > 0) fail_at(node(mark), "a second document starts here; a scenario is one document");
  }
  void OnDocumentEnd() override {}
  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    no_anchor(mark, anchor);
    add(node(mark));
  }
  void OnAlias(const YAML::Mark& mark, YAML::anchor_t) override { no_anchor(mark, 1); }
  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    no_anchor(mark, anchor);
    Tree scalar = node(mark);
    scalar.kind = Tree::Kind::scalar;
    scalar.text = value;
    scalar.quoted = tag == "!";
    if (scalar.quoted) look_at_quote(mark);
    if (!scalar.quoted && (value == "~" || value == "null")) scalar.kind = Tree::Kind::nothing;
    add(std::move(scalar));
  }
  void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value) override {
    open(mark, anchor, Tree::Kind::list);
  }
  void OnSequenceEnd() override { close(); }
  void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value) override {
    open(mark, anchor, Tree::Kind::map);
  }
  void OnMapEnd() override { close(); }

  /// `; the quote that begins in line 3 ends in line 9`, of the last one if it spans lines.
  std::string long_quote() const {
    if (quote_ends_in_ == quote_begins_in_) return "";
    return "; the quote that begins in line " + std::to_string(quote_begins_in_ + 1) + " ends in line " +
           std::to_string(quote_ends_in_ + 1);
  }

  Tree root;

 private:
  /// yaml-cpp takes a quote that is never closed for one that ends with the file.
  void look_at_quote(const YAML::Mark& mark) {
    const std::size_t begin = text_.offset(mark.line, mark.column);
    if (!text_.is_quote(begin)) return; // text behind a |
    const std::size_t end = text_.end_of_quote(begin);
    if (end == std::string::npos) fail_at(node(mark), "the quote that begins here is not closed");
    quote_begins_in_ = mark.line, quote_ends_in_ = text_.line_of(end);
  }
  Tree node(const YAML::Mark& mark) const {
    Tree tree;
    tree.source = source_;
    tree.line = mark.line + 1, tree.column = text_.character(mark.line, mark.column) + 1;
    return tree;
  }
  void no_anchor(const YAML::Mark& mark, YAML::anchor_t anchor) const {
    if (anchor)
      fail_at(node(mark), "anchors (&) and aliases (*) are not used in scenarios; write the values out");
  }
  void open(const YAML::Mark& mark, YAML::anchor_t anchor, Tree::Kind kind) {
    no_anchor(mark, anchor);
    Tree tree = node(mark);
    if (stack_.size() >= most_depth) fail_at(tree, "nested too deeply");
    tree.kind = kind;
    stack_.push_back(std::move(tree));
    keys_.emplace_back();
  }
  void close() {
    Tree tree = std::move(stack_.back());
    stack_.pop_back();
    keys_.pop_back();
    add(std::move(tree));
  }
  void add(Tree tree) {
    if (stack_.empty()) {
      root = std::move(tree);
      return;
    }
    Tree& parent = stack_.back();
    if (parent.kind == Tree::Kind::list || parent.keys.size() > parent.items.size()) {
      parent.items.push_back(std::move(tree));
      return;
    }
    if (tree.kind != Tree::Kind::scalar) fail_at(tree, "a key must be a word");
    if (!keys_.back().insert(tree.text).second)
      fail_at(tree, "the key " + in_quotes(tree.text) + " appears twice");
    parent.keys.push_back(std::move(tree));
  }

  std::shared_ptr<const std::string> source_;
  const YamlText& text_;
  int quote_begins_in_ = 0, quote_ends_in_ = 0; ///< lines, of the last one
  std::vector<Tree> stack_;
  std::vector<std::unordered_set<std::string>>
      keys_; ///< of each map in the stack, to find one that appears twice
  int documents_ = 0;
};

Tree place_of(const std::shared_ptr<const std::string>& source, const std::string& text, std::size_t offset) {
  Tree tree;
  tree.source = source;
  tree.line = tree.column = 1;
  for (std::size_t i = 0; i < offset; ++i) {
    if (text[i] == '\n')
      ++tree.line, tree.column = 1;
    else if ((text[i] & 0xc0) != 0x80)
      ++tree.column;
  }
  return tree;
}

} // namespace

Tree parse_yaml(const std::string& text, const std::string& source_name) {
  const auto source = std::make_shared<const std::string>(source_name);
  if (text.size() > most_scenario_bytes)
    throw InputError(source_name + ": too large for a scenario (" + std::to_string(text.size()) + " bytes)");
  if (const std::size_t bad = first_bad_byte(text); bad != std::string::npos)
    fail_at(place_of(source, text, bad), "not text in UTF-8; save the file as UTF-8");
  const YamlText lines(text);
  if (const std::size_t space = lines.indented_by_other_spaces(); space != std::string::npos)
    fail_at(place_of(source, text, space),
            "a non-breaking space (U+00A0), which YAML reads as a letter; indent by plain spaces");
  std::istringstream stream(text);
  Builder builder(source, lines);
  try {
    YAML::Parser parser(stream);
    while (parser.HandleNextDocument(builder)) {
    }
  } catch (const YAML::Exception& e) {
    Tree tree = place_of(source, text, 0);
    if (e.mark.is_null()) fail_at(tree, "not valid YAML: " + e.msg);
    tree.line = e.mark.line + 1, tree.column = lines.character(e.mark.line, e.mark.column) + 1;
    const std::string quote = builder.long_quote();
    fail_at(tree, "not valid YAML: " + e.msg +
                      (quote.empty() ? lines.remedy(e.msg, e.mark.line, e.mark.column) : quote));
  }
  if (!builder.root.source) builder.root = place_of(source, text, 0);
  return std::move(builder.root);
}

} // namespace ibsim
