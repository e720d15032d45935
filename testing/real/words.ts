import { setTimeout as pause } from 'node:timers/promises'
import type { Room } from '../room.ts'
import type { Report } from './report.ts'
import { type Found, pathOf } from './tree.ts'

/** What is searched, and where it stands: the page of a file that has pages, the sheet of a workbook; null for neither. */
type Stands = readonly [words: string, file: string, place: number | string | null]

const FORM = 'documents/eia_861_real/861 2017 form.pdf'
const SHORT_FORM = 'documents/eia_861_real/EIA-861S Form.pdf'
const AUTHORITIES = 'documents/eia_861_real/Balancing_Authority_2018.xlsx'
const MERGERS = 'documents/eia_861_real/Mergers_2018.xlsx'
const SHORT = 'documents/eia_861_real/Short_Form_2018.xlsx'
const UTILITIES = 'documents/eia_861_real/Utility_Data_2018.xlsx'
const SIGNED = 'documents/pdf/signed_verified.pdf'
const SHOW = 'documents/slides/SampleShow.pptx'
const TAXES = 'documents/spreadsheet/AverageTaxRates.xlsx'
const CITIES = 'documents/spreadsheet/DataTableCities.xlsx'
const BUDGET = 'documents/spreadsheet/simple-monthly-budget.xlsx'
const PIVOT = 'documents/spreadsheet/ExcelPivotTableSample.xlsx'
const MOLIERE = 'documents/word/HeaderFooterUnicode.docx'
const MAIL = 'documents/mail/chinese-traditional.msg'

/** What stands in the files. */
export const STANDS: readonly Stands[] = [
  ['principal business office', FORM, 1],
  ['qualifying facility', FORM, 1],
  ['"wholesale power marketing"', FORM, 2],
  ['alternative fueled vehicles', FORM, 2],
  ['"source of electricity" disposition', FORM, 3],
  ['purchases exchanges', FORM, 3],
  ['"other electric operating revenue"', FORM, 4],
  ['unbundled', FORM, 4],
  ['"number of distribution circuits"', FORM, 5],
  ['voltage optimization', FORM, 5],
  ['interruption statistics', FORM, 6],
  ['momentary interruptions', FORM, 8],
  ['decoupled adjustment', FORM, 9],
  ['"energy only service"', FORM, 10],
  ['mergers acquisitions', FORM, 13],
  ['incremental calculator', FORM, 14],
  ['rebate participating', FORM, 18],
  ['automated infrastructure', FORM, 19],
  ['virtual installations', FORM, 20],
  ['hydroelectric combustion', FORM, 21],
  ['parish territory', FORM, 22],
  ['footnotes', FORM, 23],
  ['"short form" "due date"', SHORT_FORM, 1],
  ['number of heaters', SHORT_FORM, 2],
  ['yadkin', AUTHORITIES, 'Balancing Authority'],
  ['bonneville', AUTHORITIES, 'Balancing Authority'],
  ['avangrid', AUTHORITIES, 'Balancing Authority'],
  ['"arlington valley"', AUTHORITIES, 'Balancing Authority'],
  ['homefield vistra', MERGERS, 'Mergers'],
  ['"6555 sierra drive"', MERGERS, 'Mergers'],
  ['akiachak', SHORT, '861S'],
  ['mascoutah', SHORT, '861S'],
  ['skaneateles', SHORT, '861S'],
  ['wahkiakum', SHORT, '861S'],
  ['richlands', SHORT, '861S'],
  ['agralite', UTILITIES, 'States'],
  ['graettinger', UTILITIES, 'States'],
  ['"entergy louisiana"', UTILITIES, 'States'],
  ['okanogan', UTILITIES, 'States'],
  ['wolverine', UTILITIES, 'States'],
  ['samoa', UTILITIES, 'Territories'],
  ['"virgin islands"', UTILITIES, 'Territories'],
  ['"table of content"', 'documents/pdf/basicapi.pdf', 1],
  ['"chapter 1"', 'documents/pdf/basicapi.pdf', 2],
  ['"powered by tcpdf"', 'documents/pdf/basicapi.pdf', 3],
  ['acroform', 'documents/pdf/file_pdfjs_form.pdf', 1],
  ['"hello test test"', 'documents/pdf/images.pdf', 1],
  ['"normal layout"', 'documents/pdf/rotation.pdf', 1],
  ['"landscape layout"', 'documents/pdf/rotation.pdf', 2],
  ['envelope', 'documents/pdf/sizes.pdf', 2],
  ['doorhanger', SIGNED, 1],
  ['"signed and verified"', SIGNED, 1],
  ['subtitle italic', SHOW, 1],
  ['"notes of the first slide"', SHOW, 1],
  ['bullet points', SHOW, 2],
  ['"my pie chart"', 'documents/slides/pie-chart.pptx', 1],
  ['"average tax rates"', TAXES, 'Avgtxfull'],
  ['modified prsi', TAXES, 'Avgtxmod'],
  ['"self employed"', TAXES, 'Avgselemp'],
  ['longyearbyen', CITIES, 'Table'],
  ['pyongyang 2,581,000', CITIES, 'Table'],
  ['"sum of latitude"', CITIES, 'PivotTable'],
  ['spaltenbeschriftungen', PIVOT, 'Tabelle2'],
  ['"mehrere elemente"', PIVOT, 'Tabelle3'],
  ['groceries entertainment', BUDGET, 'Simple Monthly Budget'],
  ['"student loans"', BUDGET, 'Simple Monthly Budget'],
  ['consectetuer', 'documents/spreadsheet/picture.xlsx', 'Sheet1'],
  ['moliere', MOLIERE, null],
  ['"precieuses ridicules"', MOLIERE, null],
  ['alfresco', MAIL, null],
  ['"search word testing"', MAIL, null],
  ['snoska', 'documents/word/table_footnotes.docx', null],
  ['calibri', 'documents/word/SampleDoc.docx', null],
  ['wmf emf pict', 'documents/word/VariousPictures.docx', null],
  ['anytown', 'documents/csv/comma_in_quotes.csv', null],
  ['modesto stanislaus', 'documents/csv/location_coordinates.csv', null],
]

/** Milliseconds until all files are read at most. */
const READING_MS = 300_000

interface Hit {
  document: { id: string }
  passages: { page: number | null; sheet: string | null; text: string | null }[]
}

/** Searches words that stand in the files, and looks at which pages and sheets they are found (FIND-01, FIND-06). */
export async function checkWords(
  room: Room,
  { folderId, all }: { folderId: string; all: readonly Found[] },
  report: Report,
): Promise<void> {
  const ids = new Map(all.map((entry) => [pathOf(entry), entry.id]))
  const there = STANDS.filter(([, file]) => ids.has(file))
  // Other folders than the usual one have other words.
  if (there.length === 0) return
  report.title('Words and where they stand')
  await waitUntilRead(
    room,
    there.map(([, file]) => ids.get(file) ?? ''),
  )
  await report.each(there, {
    name: ([words, file, place]) => `${words} is found in ${file} at ${place ?? 'its text'}`,
    holds: async ([words, file, place]) => {
      const { items } = await room.call<{ items: Hit[] }>(
        `query($treeId: ID!, $folderId: ID!, $text: String!) {
          contentSearch(treeId: $treeId, folderId: $folderId, text: $text, limit: 200) {
            items { document { id } passages { page sheet text } }
          }
        }`,
        { folderId, text: words },
      )
      const hit = items.find(({ document }) => document.id === ids.get(file))
      if (!hit) return 'not found'
      const places = hit.passages.map(({ page, sheet }) => page ?? sheet)
      return places.includes(place) || places
    },
    sum: 'words were found where they stand',
  })
}

async function waitUntilRead(room: Room, ids: readonly string[]): Promise<void> {
  const end = Date.now() + READING_MS
  for (const id of new Set(ids)) {
    for (;;) {
      const { readingState } = await room.call<{ readingState: string }>(
        'query($treeId: ID!, $id: ID!) { document(treeId: $treeId, documentId: $id) { readingState } }',
        { id },
      )
      if (readingState !== 'WAITING' || Date.now() > end) break
      await pause(1000)
    }
  }
}
