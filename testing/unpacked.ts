import { inflateSync } from 'node:zlib'

/** All bytes of a PDF, with what its streams unpack to. */
export function unpacked(pdf: Buffer): string {
  const parts = [pdf.toString('latin1')]
  for (let at = pdf.indexOf('stream'); at >= 0; at = pdf.indexOf('stream', at + 6)) {
    const from = at + (pdf[at + 6] === 13 ? 8 : 7)
    try {
      parts.push(inflateSync(pdf.subarray(from, pdf.indexOf('endstream', from))).toString('latin1'))
    } catch {
      // Not packed, or the end of one.
    }
  }
  return parts.join('\n')
}
