/** The style of the development pages, light and dark by the reader's preference. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f6f4; --paper: #ffffff; --ink: #22242a; --quiet: #62666f; --line: #e0e0dc;
  --red: #b3261e; --red-ground: #fbe9e7; --mark: #f6bdb7; --code: #f9f9f7;
  --mono: ui-monospace, 'SF Mono', SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #17181b; --paper: #1f2125; --ink: #e6e6e3; --quiet: #a0a4ac; --line: #34373d;
    --red: #ff8d83; --red-ground: #43262a; --mark: #7d3a38; --code: #1a1c1f;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 3rem 1.5rem 5rem; max-width: 66rem; background: var(--ground); color: var(--ink);
  font: 1rem/1.55 system-ui, -apple-system, 'Segoe UI', 'DejaVu Sans', sans-serif;
}
h1, h2, h3, p, pre, ol { margin: 0; }
h1 {
  margin-top: .6rem; font-size: 1.65rem; font-weight: 600; line-height: 1.3;
  white-space: pre-wrap; overflow-wrap: anywhere;
}
h2 { margin-bottom: .8rem; font-size: .95rem; font-weight: 600; color: var(--quiet); }
h3 { margin: 1.1rem 0 .4rem; font-size: .85rem; font-weight: 600; color: var(--quiet); }
code, pre { font-family: var(--mono); font-size: .84rem; }
header { padding: 0 .25rem; }
.status { color: var(--red); overflow-wrap: anywhere; }
.status span { margin-left: .75rem; color: var(--quiet); font-family: var(--mono); font-size: .84rem; }
.kind { margin-top: .4rem; color: var(--quiet); font-family: var(--mono); font-size: .84rem; }
.kind:empty { display: none; }
.message { font-size: 1.1rem; font-weight: 600; white-space: pre-wrap; overflow-wrap: anywhere; }
section {
  margin-top: 1.5rem; padding: 1.25rem 1.4rem 1.4rem; background: var(--paper);
  border: 1px solid var(--line); border-radius: .6rem;
}
.message ~ .frames { margin-top: 1rem; }
.frames { border: 1px solid var(--line); border-radius: .45rem; overflow: hidden; }
.frames > * + * { border-top: 1px solid var(--line); }
.frame > summary, p.frame, .others > summary {
  display: flex; flex-wrap: wrap; gap: .1rem .9rem; align-items: baseline;
  padding: .45rem .8rem; overflow-wrap: anywhere;
}
summary { cursor: pointer; }
summary:focus-visible { outline: 2px solid var(--quiet); outline-offset: -2px; }
.frame > summary::before { content: '▸'; width: .7rem; color: var(--quiet); font-size: .75rem; }
.frame[open] > summary::before { content: '▾'; }
p.frame::before { content: ''; width: .7rem; }
.frame > summary span, p.frame span { color: var(--quiet); font-family: var(--mono); font-size: .8rem; }
.frame > summary code, p.frame code { font-weight: 600; }
.others > summary { color: var(--quiet); font-size: .88rem; }
.others > summary::before { content: '⋯'; width: .7rem; }
.others > .frame { padding-left: 1.2rem; opacity: .85; }
.excerpt { padding: .6rem 0; background: var(--code); border-top: 1px solid var(--line); overflow-x: auto; line-height: 1.65; tab-size: 2; }
.line { display: block; width: max-content; min-width: 100%; padding-right: 1rem; }
.line i { display: inline-block; width: 4.2rem; padding-right: .9rem; color: var(--quiet); font-style: normal; text-align: right; user-select: none; }
.line.thrown { background: var(--red-ground); box-shadow: inset 3px 0 var(--red); }
.line.thrown i { color: var(--red); }
mark { padding: .1em .15em; border-radius: .2em; background: var(--mark); color: inherit; }
.raw { margin-top: .8rem; color: var(--quiet); font-size: .88rem; }
.raw pre { margin-top: .5rem; overflow-x: auto; }
.position { font-family: var(--mono); font-size: .9rem; overflow-wrap: anywhere; }
.layers { margin-top: .9rem; padding: 0; list-style: none; }
.layers li { padding: .22rem .7rem; border-left: 2px solid var(--line); overflow-wrap: anywhere; }
.layers span { margin-left: .7rem; color: var(--quiet); font-size: .85rem; }
.layers .thrown { background: var(--red-ground); border-left-color: var(--red); }
.layers .thrown span:last-child { color: var(--red); font-weight: 600; }
.depth-1 { margin-left: 1.4rem; } .depth-2 { margin-left: 2.8rem; } .depth-3 { margin-left: 4.2rem; }
.depth-4 { margin-left: 5.6rem; } .depth-5 { margin-left: 7rem; } .depth-6 { margin-left: 8.4rem; }
table { width: 100%; border-collapse: collapse; table-layout: fixed; }
th, td { padding: .32rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: top; overflow-wrap: anywhere; }
tr:first-child > * { border-top: 0; }
th { width: 12rem; padding-right: 1rem; color: var(--quiet); font-weight: 400; font-size: .9rem; }
td { font-family: var(--mono); font-size: .84rem; }
@media (max-width: 40rem) {
  body { padding: 1.5rem .8rem 3rem; }
  section { padding: 1rem; }
  th { width: 8rem; }
}
`;
