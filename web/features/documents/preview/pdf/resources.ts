const FONTS = import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/standard_fonts/*.{pfb,ttf}', {
  query: '?url',
  import: 'default',
  eager: true,
})

const CHARACTER_MAPS = import.meta.glob<string>('../../../../../node_modules/pdfjs-dist/cmaps/*.bcmap', {
  query: '?url',
  import: 'default',
  eager: true,
})

const DECODERS = import.meta.glob<string>(
  '../../../../../node_modules/pdfjs-dist/wasm/{jbig2,openjpeg,qcms_bg}.wasm',
  { query: '?url', import: 'default', eager: true },
)

/** Addresses by file name: builds give each file a name of its own. */
const ADDRESSES = new Map(
  Object.entries({ ...FONTS, ...CHARACTER_MAPS, ...DECODERS }).map(([path, address]) => [
    path.slice(path.lastIndexOf('/') + 1),
    address,
  ]),
)

/**
 * One of the files that pdf.js takes from beside itself as a document needs it: standard fonts, character maps
 * of East Asian scripts, decoders of scanned pages.
 */
export async function readResource(filename: string): Promise<Uint8Array> {
  const address = ADDRESSES.get(filename)
  const response = address === undefined ? null : await fetch(address)
  if (!response?.ok) throw new Error(`No such resource: ${filename}`)
  return new Uint8Array(await response.arrayBuffer())
}
