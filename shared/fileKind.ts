/** What a file is to the eye: five kinds with their own glyph. */
export type FileKind = 'pdf' | 'word' | 'sheet' | 'image' | 'file'

const KINDS: Record<string, FileKind> = {
  pdf: 'pdf',
  doc: 'word',
  docx: 'word',
  xls: 'sheet',
  xlsx: 'sheet',
  xlsb: 'sheet',
  png: 'image',
  jpg: 'image',
  jpeg: 'image',
}

/** A file's kind by its extension, whatever its case; a general file for any other (FMT-10, FMT-11). */
export function fileKind(name: string): FileKind {
  const extension = /\.([^.]+)$/u.exec(name)?.[1]?.toLowerCase() ?? ''
  return Object.hasOwn(KINDS, extension) ? (KINDS[extension] ?? 'file') : 'file'
}
