/** What matters of the markup of a Word document's body. */
const TOKEN =
  /<w:t(?:\s[^>]*)?>([^<]*)<\/w:t>|<(w:tab|w:br|w:cr|w:noBreakHyphen|w:lastRenderedPageBreak|w:pageBreakBefore)(\s[^>]*)?\/>|<(\/w:p|\/w:tc|\/w:tr|w:tbl|\/w:tbl|w:tabs|\/w:tabs)(?:\s[^>]*)?>/g
const ENTITY = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

const decoded = (text: string): string =>
  text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string) => {
    const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0
    return NAMED[entity.toLowerCase()] ?? (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ')
  })

/** The texts of the pages: rows of tables are lines with tabs, deleted text (w:delText) is left out. */
export function wordPages(xml: string): string[] {
  const pages: string[] = []
  let page = ''
  let tables = 0
  let inTabStops = false
  const turn = (): void => {
    // A break that Word counts where the page was broken by hand is the same one.
    if (page.trim() === '') return
    pages.push(page.trim())
    page = ''
  }
  for (const [, text, single, attributes = '', container] of xml.matchAll(TOKEN)) {
    if (text !== undefined) page += decoded(text)
    else if (single === 'w:lastRenderedPageBreak') turn()
    else if (single === 'w:br' && /w:type="page"/.test(attributes)) turn()
    else if (single === 'w:pageBreakBefore') {
      if (!/w:val="(?:0|false|off)"/.test(attributes)) turn()
    } else if (single === 'w:tab' && !inTabStops) page += tables > 0 ? ' ' : '\t'
    else if (single === 'w:br' || single === 'w:cr') page += tables > 0 ? ' ' : '\n'
    else if (single === 'w:noBreakHyphen') page += '-'
    else if (container === 'w:tabs' || container === '/w:tabs') inTabStops = container === 'w:tabs'
    else if (container === 'w:tbl') tables += 1
    else if (container === '/w:tbl') {
      tables = Math.max(0, tables - 1)
      page += '\n'
    } else if (container === '/w:tc') page = `${page.trimEnd()}\t`
    else if (container === '/w:tr') page = `${page.trimEnd()}\n`
    else if (container === '/w:p') page += tables > 0 ? ' ' : '\n\n'
  }
  if (page.trim() !== '' || pages.length === 0) pages.push(page.trim())
  return pages
}
