import type { Task } from '../confined/index.ts'

type SearchTask = Extract<Task, `search${string}`>

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

/** Extensions of files that something reads. */
export const SEARCHED_EXTENSIONS: readonly string[] = Object.keys(TASKS)
