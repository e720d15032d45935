/** Files that are shown as pages, by what opens them (PAGE-02, PAGE-03). */
export const PAGED_FILES = {
  pdf: ['pdf'],
  picture: ['png', 'jpg', 'jpeg', 'gif', 'webp', 'avif', 'tif', 'tiff'],
  text: ['txt', 'md', 'log', 'json', 'xml'],
  table: ['csv', 'tsv'],
  mail: ['eml'],
  outlook: ['msg'],
  office: [
    'doc',
    'docx',
    'docm',
    'rtf',
    'odt',
    'xls',
    'xlsx',
    'xlsm',
    'xlsb',
    'ods',
    'ppt',
    'pptx',
    'pptm',
    'odp',
  ],
} as const

export type PagedKind = keyof typeof PAGED_FILES

/** What is drawn as it is; of an Office file a PDF is made first. */
export type DrawnKind = Exclude<PagedKind, 'office'>

const KIND_OF: ReadonlyMap<string, PagedKind> = new Map(
  (Object.keys(PAGED_FILES) as PagedKind[]).flatMap((kind) =>
    PAGED_FILES[kind].map((extension) => [extension, kind] as const),
  ),
)

/** What opens files of an extension, in lower case without the dot; undefined for those without pages. */
export const pagedKind = (extension: string): PagedKind | undefined => KIND_OF.get(extension)
