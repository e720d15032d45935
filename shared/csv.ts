const SEPARATORS = [',', ';', '\t', '|'] as const
const SAMPLE = 65_536
const SAMPLE_LINES = 50

/** Lines of a sample, with quoted parts left out: separators in them separate nothing. */
const bareLines = (text: string): string[] =>
  text
    .slice(0, SAMPLE)
    .replace(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\n|\r/)
    .slice(0, SAMPLE_LINES)
    .filter((line) => line !== '')

/** The separator that parts most lines into the same number of fields. */
export function separatorOf(text: string): string {
  const lines = bareLines(text)
  const rated = SEPARATORS.map((separator) => {
    const counts = lines.map((line) => line.split(separator).length - 1)
    const usual = counts.toSorted((a, b) => a - b)[Math.floor(counts.length / 2)] ?? 0
    const alike = counts.filter((count) => count === usual).length
    return { separator, rating: usual === 0 ? 0 : alike * 1000 + usual }
  })
  return rated.reduce((best, each) => (each.rating > best.rating ? each : best)).separator
}

/** Fields of each row; quotes as RFC 4180 has them, and leniently where they stand elsewhere. */
export function* csvRows(text: string, separator: string): Generator<string[]> {
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    let field = ''
    if (text[at] === '"') {
      let end = text.indexOf('"', at + 1)
      while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2)
      if (end === -1) end = text.length
      field = text.slice(at + 1, end).replaceAll('""', '"')
      at = end + 1
    }
    const start = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at += 1
    row.push(field + text.slice(start, at))
    if (text[at] === separator) {
      at += 1
      continue
    }
    const isOver = at >= text.length
    // A line's end at the very end of the file begins no further row.
    if (!(isOver && row.length === 1 && row[0] === '')) yield row
    if (isOver) return
    row = []
    at += text[at] === '\r' && text[at + 1] === '\n' ? 2 : 1
  }
}

/** The separator and the text it separates. */
function partedBy(text: string): { separator: string; body: string } {
  // Excel's own way to say it.
  const said = /^sep=(.)\r?\n/.exec(text)
  return { separator: said?.[1] ?? separatorOf(text), body: text.slice(said?.[0].length ?? 0) }
}

/** Rows and fields of a text of separated values, whatever separates them; as lazily as they are taken. */
export function csvParts(text: string): Generator<string[]> {
  const { separator, body } = partedBy(text)
  return csvRows(body, separator)
}

/** The same where no field has a line's end in it: a quote that is left open ends with its line. */
export function* csvLines(text: string): Generator<string[]> {
  const { separator, body } = partedBy(text)
  for (const [, line = '', end] of body.matchAll(/([^\r\n]*)(\r\n|\n|\r|$)/g)) {
    // An empty line is a row of nothing, but after the end of the last one.
    if (line !== '') yield* csvRows(line, separator)
    else if (end) yield ['']
  }
}
