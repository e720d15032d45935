import createPurifier from 'dompurify'

const TAGS = [
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'p', 'blockquote', 'br', 'hr', 'div', 'span', 'pre'],
  ...['strong', 'em', 'b', 'i', 'u', 's', 'del', 'ins', 'mark', 'sup', 'sub', 'code', 'a', 'img'],
  ...['ul', 'ol', 'li', 'dl', 'dt', 'dd'],
  ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th', 'caption'],
]

const PICTURE = /^data:image\/(png|jpeg|gif|webp|bmp);base64,/

/** Classes that the paper has a look for. */
const CLASSES =
  /^(title|subtitle|missing|moved|pilcrow|commented|comment|comment-head|comment-mark|hidden-text|formula|watermark|running|running-kind|number level-\d|(ground|ink)-\w+)$/

/** Where a link leads, as text; nothing for what is no address of the web or of mail. */
const shownAddress = (href: string | null): string =>
  href !== null && /^(https?|mailto):/i.test(href.trim()) ? href.trim() : ''

/**
 * A document's HTML without anything that could run, load or lead away (DOC-43): links tell where they lead and
 * can't be followed, pictures are those that the document holds itself.
 */
export function cleanHtml(html: string): string {
  const purifier = createPurifier(window)
  purifier.addHook('uponSanitizeElement', (node) => {
    // Footnotes' way back to their place; links lead nowhere here.
    if (node instanceof Element && node.getAttribute('href')?.startsWith('#footnote-ref')) node.remove()
  })
  purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
    if (element.nodeName === 'A' && attribute.attrName === 'href') {
      const address = shownAddress(attribute.attrValue)
      if (address !== '') element.setAttribute('title', address)
      attribute.keepAttr = false
    }
    if (attribute.attrName === 'src' && !PICTURE.test(attribute.attrValue)) attribute.keepAttr = false
    if (attribute.attrName === 'class' && !CLASSES.test(attribute.attrValue)) attribute.keepAttr = false
  })
  return purifier.sanitize(html, {
    ALLOWED_TAGS: TAGS,
    ALLOWED_ATTR: ['href', 'src', 'alt', 'title', 'class', 'colspan', 'rowspan'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  })
}
