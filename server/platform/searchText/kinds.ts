import type { Task } from '../confined/index.ts'

type SearchTask = Exclude<Extract<Task, `search${string}`>, 'searchKeys'>

const TASKS: Readonly<Record<string, SearchTask>> = {
  pdf: 'searchPdf',
  docx: 'searchWord',
  docm: 'searchWord',
  dotx: 'searchWord',
  xlsx: 'searchWorkbook',
  xlsm: 'searchWorkbook',
  pptx: 'searchSlides',
  pptm: 'searchSlides',
  ppsx: 'searchSlides',
  odt: 'searchOpenText',
  ods: 'searchOpenSheets',
  odp: 'searchOpenSlides',
  txt: 'searchText',
  csv: 'searchText',
  tsv: 'searchText',
  md: 'searchText',
  log: 'searchText',
  json: 'searchText',
  xml: 'searchText',
  html: 'searchHtml',
  htm: 'searchHtml',
  eml: 'searchMail',
  msg: 'searchOutlook',
}

/** What reads a file of that extension (lower case, without the dot); undefined where nothing does. */
export const searchTaskOf = (extension: string): SearchTask | undefined =>
  Object.hasOwn(TASKS, extension) ? TASKS[extension] : undefined

const PICTURES: ReadonlySet<string> = new Set(['png', 'jpg', 'jpeg', 'gif', 'webp'])

/** Whether a file is one page that only OCR reads. */
export const isPicture = (extension: string): boolean => PICTURES.has(extension)

/** Whether something reads a file of that extension. */
export const isSearched = (extension: string): boolean =>
  isPicture(extension) || searchTaskOf(extension) !== undefined

/** Extensions of files that something reads. */
export const SEARCHED_EXTENSIONS: readonly string[] = [...Object.keys(TASKS), ...PICTURES]
