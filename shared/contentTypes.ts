/** Content types by file extension, as files are served and as browsers send them when they know none (UPL-20). */
const TYPES: Readonly<Record<string, string>> = {
  avi: 'video/x-msvideo',
  bmp: 'image/bmp',
  csv: 'text/csv; charset=utf-8',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  eml: 'message/rfc822',
  geojson: 'application/geo+json',
  gif: 'image/gif',
  html: 'text/html; charset=utf-8',
  ico: 'image/x-icon',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  json: 'application/json',
  kml: 'application/vnd.google-earth.kml+xml',
  kmz: 'application/vnd.google-earth.kmz',
  md: 'text/markdown; charset=utf-8',
  mkv: 'video/x-matroska',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  msg: 'application/vnd.ms-outlook',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odt: 'application/vnd.oasis.opendocument.text',
  pdf: 'application/pdf',
  png: 'image/png',
  ppt: 'application/vnd.ms-powerpoint',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  rtf: 'application/rtf',
  svg: 'image/svg+xml',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  txt: 'text/plain; charset=utf-8',
  webp: 'image/webp',
  xls: 'application/vnd.ms-excel',
  xlsb: 'application/vnd.ms-excel.sheet.binary.macroEnabled.12',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  xml: 'application/xml',
  zip: 'application/zip',
}

const OCTET_STREAM = 'application/octet-stream'

/** The type that the server gives for an extension (lower case, without the dot). */
export const contentTypeOf = (extension: string): string => TYPES[extension] ?? OCTET_STREAM

/** The only types that a browser may show directly; all else is always an attachment (transport.md 5). */
const INLINE: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp', 'pdf', 'txt', 'mp4', 'mov'])

/** Types whose content the page reads and shows in its own words; the file itself is never rendered (DOC-43). */
const READ: ReadonlySet<string> = new Set([
  'docx',
  'docm',
  'xlsx',
  'xlsm',
  'csv',
  'tsv',
  'md',
  'json',
  'xml',
  'log',
])

/** Whether a file of that extension (lower case, without the dot) may be answered for showing as it is. */
export const isShownInline = (extension: string): boolean => INLINE.has(extension)

/** Whether the page has a preview for that extension (lower case, without the dot). */
export const hasPreview = (extension: string): boolean => INLINE.has(extension) || READ.has(extension)
