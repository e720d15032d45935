import { spreadsheetBytes } from '../server/platform/spreadsheets/index.ts'
import type { Client, GraphqlAnswer } from './client.ts'
import type { Salesforce } from './salesforce.ts'

/** Cells of a row by the header of their column. */
export type ImportRow = Record<string, string | number>

/** An import as the lists show it. */
export interface ListedImport {
  id: string
  status: string
  state: string
  failure: string | null
  vendor: string | null
  fileName: string
  fileUrl: string
  rowCount: number
  sentCount: number
  sentTo: string | null
  note: string | null
  faultyRowCount: number
  faultyRowsUrl: string | null
  goodRowCount: number
  hasUnsentRows: boolean
  importedBy: { email: string }
}

/** A spreadsheet for an import. */
export async function sheetOf(rows: readonly ImportRow[], name = 'contacts.xlsx'): Promise<File> {
  const headers = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const parts: Uint8Array<ArrayBuffer>[] = []
  for await (const part of spreadsheetBytes({
    sheet: 'Sheet 1',
    columns: headers.map((header) => ({ header, width: 12 })),
    rows: (async function* () {
      yield rows.map((row) => headers.map((header) => row[header] ?? null))
    })(),
  }))
    parts.push(new Uint8Array(part))
  return new File(parts, name)
}

export const peopleOf = (count: number, email = (at: number) => `p${at}@fund.example`): ImportRow[] =>
  Array.from({ length: count }, (_, at) => ({ Name: `Pat Number${at}`, 'E-mail': email(at), Phone: '' }))

export const uploadImport = (client: Client, file: File): Promise<GraphqlAnswer> =>
  client.graphql(
    'mutation($file: Upload!) { uploadDataImport(file: $file) { dataImport { id status fileName vendor } } }',
    { file },
  )

/** The newest first. */
export async function importsOf(client: Client): Promise<ListedImport[]> {
  const { data } = await client.graphql(
    `{ dataImports {
      id status state failure vendor fileName fileUrl rowCount sentCount sentTo note faultyRowCount faultyRowsUrl goodRowCount hasUnsentRows createdAt importedBy { email }
    } }`,
  )
  return data?.dataImports as ListedImport[]
}

/** Connects the client's person, who gives consent. */
export async function connectSalesforce(client: Client, salesforce: Salesforce): Promise<void> {
  const asked = await client.request('/salesforce/oauth/?applications=true')
  const back = new URL(salesforce.consent(asked.headers.get('location') ?? ''))
  await (await client.request(back.pathname + back.search)).arrayBuffer()
}
