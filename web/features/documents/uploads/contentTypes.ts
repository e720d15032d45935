/** Types of files that browsers and systems often leave without one (UPL-20). */
const BY_EXTENSION: Readonly<Record<string, string>> = {
  avi: 'video/x-msvideo',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  gif: 'image/gif',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  pdf: 'application/pdf',
  png: 'image/png',
  zip: 'application/zip',
}

/** The content type a file is sent with: its own, else by extension (UPL-20), else of plain bytes (UPL-21). */
export function contentTypeOf(file: { readonly name: string; readonly type: string }): string {
  if (file.type !== '') return file.type
  const extension = /\.([^.]+)$/.exec(file.name)?.[1]?.toLowerCase() ?? ''
  return (Object.hasOwn(BY_EXTENSION, extension) && BY_EXTENSION[extension]) || 'application/octet-stream'
}
