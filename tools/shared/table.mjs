// Markdown tables.

/**
 * @param columns `[[title, cell]]`, where `cell` returns the cell of a row's figures
 * @param rows the figures
 */
export function tableOf(columns, rows) {
  return markdownTable([
    columns.map(([title]) => title),
    ...rows.map((figures) => columns.map(([, cell]) => cell(figures))),
  ]);
}

/** @param rows the cells of each row, the head first */
export function markdownTable([head, ...lines]) {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => String(line[column]).length), 3),
  );
  const row = (cells) =>
    `| ${cells.map((cell, column) => String(cell).padEnd(widths[column])).join(' | ')} |`;
  return [row(head), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...lines.map(row)].join(
    '\n',
  );
}
