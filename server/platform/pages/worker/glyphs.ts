/** Whether a TrueType font has a picture of a character, by its table of characters (cmap, format 4). @throws without one */
export function glyphsOf(font: Buffer): (character: string) => boolean {
  const cmap = tableOf(font, 'cmap')
  const tables = Array.from(
    { length: font.readUInt16BE(cmap + 2) },
    (_, at) => cmap + font.readUInt32BE(cmap + 4 + 8 * at + 4),
  )
  const table = tables.find((at) => font.readUInt16BE(at) === 4)
  if (table === undefined) throw new Error('The font has no table of characters.')
  const count = font.readUInt16BE(table + 6) / 2
  const [ends, starts] = [table + 14, table + 16 + 2 * count]
  const [deltas, offsets] = [starts + 2 * count, starts + 4 * count]
  return (character) => {
    const code = character.codePointAt(0) ?? 0
    for (let at = 0; at < count; at += 1) {
      if (code > font.readUInt16BE(ends + 2 * at)) continue
      const start = font.readUInt16BE(starts + 2 * at)
      if (code < start) return false
      const offset = font.readUInt16BE(offsets + 2 * at)
      if (offset === 0) return ((code + font.readUInt16BE(deltas + 2 * at)) & 0xffff) !== 0
      return font.readUInt16BE(offsets + 2 * at + offset + 2 * (code - start)) !== 0
    }
    return false
  }
}

/** Where a table of the font begins. */
function tableOf(font: Buffer, name: string): number {
  for (let at = 0; at < font.readUInt16BE(4); at += 1) {
    const entry = 12 + 16 * at
    if (font.toString('latin1', entry, entry + 4) === name) return font.readUInt32BE(entry + 8)
  }
  throw new Error(`The font has no ${name}.`)
}
