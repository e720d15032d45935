/** How a file shows itself in the page; null where it can't. */
export type PreviewKind = 'image' | 'pdf' | 'word' | 'excel' | 'csv' | 'text' | 'video'

const KINDS: Readonly<Record<string, PreviewKind>> = {
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
  gif: 'image',
  webp: 'image',
  pdf: 'pdf',
  docx: 'word',
  docm: 'word',
  xlsx: 'excel',
  xlsm: 'excel',
  csv: 'csv',
  tsv: 'csv',
  txt: 'text',
  md: 'text',
  json: 'text',
  xml: 'text',
  log: 'text',
  mp4: 'video',
  mov: 'video',
}

/** In lower case, without the dot. */
export const extensionOf = (name: string): string => /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''

/** The preview of a file by its extension, whatever its case (DOC-13, FMT-11). */
export function previewKind(name: string): PreviewKind | null {
  const extension = extensionOf(name)
  return Object.hasOwn(KINDS, extension) ? (KINDS[extension] ?? null) : null
}
