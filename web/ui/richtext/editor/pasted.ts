/** What nobody means to paste. */
const DROPPED =
  'script, style, meta, link, title, head, xml, template, noscript, iframe, object, embed, svg, img'
const SPACES = /[\s\u00A0]+/g
/** The list marks that Word writes out: "1.", "a)", "iv." */
const NUMBERED = /^\s*(?:\d{1,4}|[a-z]{1,4})[.)]\s*$/i

const textOf = (element: Element): string => (element.textContent ?? '').replace(SPACES, ' ').trim()

/** Rows of a table, as of Excel, become a line each. */
function flattenTables(body: HTMLElement) {
  for (const table of [...body.querySelectorAll('table')].reverse()) {
    const lines = [...table.querySelectorAll('tr')].flatMap((row) => {
      const cells = [...row.children].map(textOf)
      if (cells.every((cell) => cell === '')) return []
      const line = body.ownerDocument.createElement('p')
      line.textContent = cells.join(' | ')
      return [line]
    })
    table.replaceWith(...lines)
  }
}

/** Paragraphs that Word marks as items of a list become one. */
function restoreLists(body: HTMLElement) {
  let list = null as HTMLElement | null
  for (const paragraph of [...body.querySelectorAll<HTMLElement>('p')]) {
    const isItem = /mso-list:(?!\s*none)/i.test(paragraph.getAttribute('style') ?? '')
    if (!isItem) {
      list = null
      continue
    }
    const [mark] = [...paragraph.querySelectorAll('span')].filter((span) =>
      /mso-list:\s*Ignore/i.test(span.getAttribute('style') ?? ''),
    )
    const kind = mark && NUMBERED.test(mark.textContent ?? '') ? 'ol' : 'ul'
    mark?.remove()
    if (list?.localName !== kind || list.nextElementSibling !== paragraph) {
      list = body.ownerDocument.createElement(kind)
      paragraph.before(list)
    }
    const item = body.ownerDocument.createElement('li')
    item.append(...paragraph.childNodes)
    list.append(item)
    paragraph.remove()
  }
}

/** What is pasted, without what Word, Excel and web pages bring along; the schema then keeps only the kinds it knows. */
export function cleanPasted(html: string): string {
  // Conditional comments hold what only Office reads.
  const { body } = new DOMParser().parseFromString(
    html.replace(/<!--[\s\S]*?-->|<!\[[^\]]*\]>/g, ''),
    'text/html',
  )
  for (const element of body.querySelectorAll(DROPPED)) element.remove()
  for (const element of [...body.querySelectorAll('*')]) {
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes)
  }
  flattenTables(body)
  restoreLists(body)
  return body.innerHTML
}
