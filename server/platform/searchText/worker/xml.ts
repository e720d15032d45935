const ENTITY = /&(?:amp|lt|gt|quot|apos|#(\d{1,7})|#x([\da-f]{1,6}));/gi
const NAMED: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
}

export const entitiesDecoded = (text: string): string =>
  text.includes('&')
    ? text.replace(ENTITY, (entity, decimal?: string, hexadecimal?: string) => {
        const code = decimal ? Number(decimal) : hexadecimal ? Number.parseInt(hexadecimal, 16) : 0
        return (
          NAMED[entity.toLowerCase()] ?? (code > 0 && code <= 0x10_ff_ff ? String.fromCodePoint(code) : ' ')
        )
      })
    : text
