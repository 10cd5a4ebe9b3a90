// The results as an SVG: a group of bars for each scenario, a bar with its range for each candidate, relative to the raw server.
import { scenarios } from './reference-app.mjs';

const BAR = 14;
const LABEL = 170;
const UNIT = 420;
const GROUP_GAP = 34;
const MOST = 1.15;

export function chart(results, { nodeVersion, day }) {
  const width = LABEL + UNIT * MOST + 60;
  let y = 56;
  const parts = [];
  for (const { scenario, rows } of results) {
    parts.push(text(12, y, `${scenario}  ${scenarios[scenario].title}`, 'title'));
    y += 8;
    for (const row of rows
      .filter(({ name }) => name !== 'raw')
      .toSorted((one, other) => other.ratio - one.ratio)) {
      const kind = row.name.startsWith('fw ') ? 'own' : 'other';
      parts.push(
        text(LABEL - 8, y + BAR - 4, row.name, 'name'),
        `<rect class="${kind}" x="${LABEL}" y="${y}" width="${place(row.ratio) - LABEL}" height="${BAR - 3}"/>`,
        `<line class="range" x1="${place(row.low)}" y1="${y + 5.5}" x2="${place(row.high)}" y2="${y + 5.5}"/>`,
        text(place(Math.max(row.ratio, row.high)) + 6, y + BAR - 4, row.ratio.toFixed(2), 'value'),
      );
      y += BAR;
    }
    y += GROUP_GAP;
  }
  const one = LABEL + UNIT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${y}" width="${width}" height="${y}" role="img">
<title>Requests for the same processor time, relative to raw node:http (Node ${nodeVersion}, ${day})</title>
<style>
  svg { background: #fff; font: 12px system-ui, sans-serif; fill: #222 }
  .title { font-weight: 600 } .name { text-anchor: end } .value { fill: #555 }
  .own { fill: #2f6fde } .other { fill: #b9c0cc } .raw { stroke: #d0453a; stroke-dasharray: 4 3 } .range { stroke: #222; stroke-width: 1.5 } .rawname { fill: #d0453a; text-anchor: middle }
</style>
${text(12, 22, `Requests for the same processor time, relative to raw node:http — Node ${nodeVersion}, ${day}`, 'title')}
<line class="raw" x1="${one}" y1="44" x2="${one}" y2="${y - GROUP_GAP}"/>
${text(one, 40, 'raw node:http', 'rawname')}
${parts.join('\n')}
</svg>
`;
}

function place(ratio) {
  return Math.round(LABEL + Math.min(ratio, MOST) * UNIT);
}

function text(x, y, content, kind) {
  const escaped = content.replace(/[&<]/g, (character) => (character === '&' ? '&amp;' : '&lt;'));
  return `<text class="${kind}" x="${x.toFixed(1)}" y="${y}">${escaped}</text>`;
}
