import fc from "fast-check";

/** Texts with something that is hard to show while it streams. */
export const markdownSamples: Readonly<Record<string, string>> = {
  "headings, rules and paragraphs": "# One\ntext\n\nSetext\n===\nmore\n***\n###### Six ##\nend",
  "a paragraph that becomes a heading": "This is long\nand two lines\n---\n\nnext",
  "a paragraph that becomes a table": "a | b\n--|:-:\n1 | **2**\n3 | `x|y`\n\nafter\n\n| x |\n|--:|\n| 9 |\nno pipe\n",
  "a number that becomes an item": "1. one\n\n2\n\n1. one\n\n2. two\n10) other",
  "lists in lists": "- a\n  - b\n    - c\n\n      text\n- d\n\n1. x\n   ```js\n   code\n   ```\n2. y",
  "a tight list that becomes loose": `${Array.from({ length: 60 }, (_, index) => `- item ${index} with [a](http://a.b) and *words*`).join("\n")}\n\n- last\n\nend`,
  tasks: "- [ ] open\n- [x] done\n\n- [x] loose\n\n  more\n- plain",
  "a fence in a list and a quote":
    "> ```ts\n> const a = 1;\n> ```\n> - q\n\n* x\n\n      indented\n\n  ~~~\n  y\n  ~~~\n",
  fences:
    "```ts\nconst a = `b`;\n\n\n```\n~~~~\n~~~\n```\n~~~~\n   ```\n   in\n  less\n     more\n   ```\n``` no `fence\n```\nunclosed\n``",
  "a fence without text": "```\n```\n\n```\n\n```\n\n````x\n```\n````\ntail",
  "text right behind a fence": "text\n```\na\n```\nmore\n```\nb\n```\n# h",
  "definitions behind their use":
    "See [one], [two][] and [the third][3]. ![pic][one]\n\n- [ONE]\n- [two]\n\n[one]: http://a.example/x 'Title'\n[two]: <http://b.example>\n\ntext\n\n[3]:\nhttp://c.example\n",
  "a definition whose title comes later":
    'a [x] b\n\n[x]: http://a.example\n"the\ntitle"\n\n[x]: http://b.example\n\nend [x]',
  "a definition that turns out to be none":
    "[x] one\n\ntwo [x]\n\n[x]: http://a.example\n\n[y]: http://b.example bad\n\n[y] end\n\nmore",
  "a definition in a quote": "[q] before\n\n> [q]: http://q.example\n\nafter [q]\n\nend\n\nend",
  "a definition behind a long list": `${Array.from({ length: 80 }, (_, index) => `${index + 3}. see [src] and [x${index}]`).join("\n")}\n\nend\n\n[src]: http://s.example\n\n[x3]: http://x.example\n`,
  "a definition behind a long table": `|a|b|\n|-|-|\n${"|[src]|cell with some words in it|\n".repeat(60)}\nend\n\n[src]: http://s.example\n`,
  "raw HTML":
    '<div onclick="x">**bold**</div>\n\ntext <b>b</b> <!-- c --> <script>alert(1)</script>\n<img src=x onerror=y>\n\n<details>\n<summary>s</summary>\n\nbody\n\n</details>\n',
  "links that must not open":
    "[a](javascript:alert(1)) [b](command:x) [c](vbscript:x) [d](data:text/html,x) [e](JaVaScRiPt:x) [f](java\nscript:x) <javascript:x> [g](&#106;avascript:x) [h](relative/path.md) [i](#anchor) [j](file:///etc/passwd)",
  links:
    'http://a.example/x_y?z=1&amp;b, <https://b.example/ü>, www.c.example. me@d.example [t](<http://e.example/a b> "T") [![i](http://f.example/i.png)](http://g.example) ![j](http://h.example/j.png)',
  "entities and escapes": "&amp; &copy; &#x1F600; &#0; &nosuch; &amp;amp; \\& \\* \\`x` `&amp;` &lt;b&gt; &Hat;",
  emphasis: "*a **b** c* __d__ _e_ snake_case_word 2*3*4 ~~f~~ ~g~ ***h*** **i*j*k** *l\nm* **open",
  "line breaks": "a  \nb\\\nc\nd   \n\ne\\",
  "carriage returns": "a\r\n\r\n- b\r\n- c\r\r```\r\nd\r\n```\r\n",
  "only white space": " \n\n\t\n  ",
  "a long paragraph": `Words with snake_case, [1] notes (see x) and a \`span\`. ${"More words that go on and on, with commas. ".repeat(60)}*emphasis* and [a link](http://a.example). ${"Yet more words follow here. ".repeat(60)}**strong\nend** of it`,
  "a long paragraph that becomes a heading": `${"words and words ".repeat(150)}\n===\n\nnext`,
  "a long table": `| n | name | value |\n|--:|:-----|:-----:|\n${Array.from({ length: 90 }, (_, index) => `| ${index} | name **${index}** | ${index * 7} |`).join("\n")}\nlast\n\ntext`,
  "tables next to each other": "|a|\n|-|\n|1|\n\n|b|\n|-|\n|2|\n|b|\n|-|",
  "headings without blank lines": `${"# h\ntext *x*\n## i\nmore\n".repeat(20)}`,
  "unbalanced brackets": "[[a] [b](c [d](http://e.example/(x)) [](http://f.example) [x](",
};

/** Pieces of which texts are put together that nobody would write. */
const fragments = [
  "word ",
  "two words",
  "\n",
  "\n\n",
  "  ",
  "    ",
  "- ",
  "* ",
  "1. ",
  "2) ",
  "> ",
  "# ",
  "```",
  "```ts\n",
  "~~~\n",
  "`",
  "**",
  "*",
  "_",
  "~~",
  "[a]",
  "[a](http://x.example)",
  "![a]",
  "[a]: http://y.example\n",
  "[b]: http://z.example 't'\n",
  "[b]",
  "| a | b |\n",
  "|---|:-:|\n",
  "|",
  "---\n",
  "===\n",
  "&amp;",
  "<b>",
  "\\",
  "\r\n",
  "- [x] ",
  "http://u.example ",
  "😀",
];

/** Texts made of marks, in any order. */
export const anyMarkdown: fc.Arbitrary<string> = fc
  .array(fc.constantFrom(...fragments), { minLength: 1, maxLength: 40 })
  .map((pieces) => pieces.join(""));
