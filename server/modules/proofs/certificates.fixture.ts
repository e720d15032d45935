import { expect } from 'vitest'
import type { Client } from '../../../testing/client.ts'
import type { TestDatabase } from '../../../testing/database/index.ts'
import type { TestServer } from '../../../testing/server.ts'
import { type ReadSheet, readSpreadsheet } from '../../../testing/spreadsheets.ts'
import type { createTextReader } from '../../platform/documentText/index.ts'

export interface Proof {
  id: string
  state: string
  progress: number
  by: string
  groupName: string | null
  size: number | null
  urls: string[]
  sha256: string | null
  problem: string | null
}
const FIELDS = 'id state progress by groupName size urls sha256 problem'

/** What somebody asks for; moments as the API has them. */
export interface CertificateAsked {
  portfolioId: string
  groupId: string | null
  from: string
  to: string
}

/** The present moment in milliseconds, after all that was done. */
export async function nowIn({ pool }: TestDatabase): Promise<string> {
  const { rows } = await pool.query<{ at: Date }>(
    `select date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as at from pg_sleep(0.003)`,
  )
  return rows[0]?.at.toISOString() ?? ''
}

export const beginCertificate = (client: Client, { portfolioId, ...asked }: CertificateAsked) =>
  client.graphql(
    `mutation($id: ID!, $groupId: ID, $from: DateTime!, $to: DateTime!) {
      makeCertificate(portfolioId: $id, groupId: $groupId, from: $from, to: $to) { ${FIELDS} }
    }`,
    { id: portfolioId, ...asked },
  )

export const madeIn = (data: Record<string, unknown> | null): Proof => {
  if (!data) throw new Error('Nothing was made.')
  return data.makeCertificate as Proof
}

export async function listedProofs(client: Client, portfolioId: string): Promise<Proof[]> {
  const { data, errors } = await client.graphql(
    `query($id: ID!) { roomProofs(portfolioId: $id) { count items { ${FIELDS} } } }`,
    { id: portfolioId },
  )
  expect(errors).toEqual([])
  if (!data) throw new Error('Nothing is listed.')
  return (data.roomProofs as { items: Proof[] }).items
}

export async function fetchedBy(client: Client, url: string): Promise<Buffer> {
  const response = await client.request(url)
  expect(response.status).toBe(200)
  return Buffer.from(await response.arrayBuffer())
}

/** A certificate that somebody asks for, as it is read by others. */
export async function certificateBy(
  {
    client,
    server,
    reader,
  }: { client: Client; server: TestServer; reader: ReturnType<typeof createTextReader> },
  asked: CertificateAsked,
) {
  const { data, errors } = await beginCertificate(client, asked)
  expect(errors).toEqual([])
  const { id } = madeIn(data)
  await server.app.runJobs()
  const proof = (await listedProofs(client, asked.portfolioId)).find((each) => each.id === id)
  if (!proof) throw new Error('It is not listed.')
  expect([proof.state, proof.problem]).toEqual(['READY', null])
  const [pdf = Buffer.alloc(0), xlsx = Buffer.alloc(0)] = await Promise.all(
    proof.urls.map((url) => fetchedBy(client, url)),
  )
  const read = await reader.read({
    kind: 'pdf',
    size: pdf.length,
    source: async (write) => write(pdf),
  })
  const text = (read.pages ?? []).map((page) => page.text).join('\n')
  return { proof, pdf, xlsx, text, sheets: readSpreadsheet(xlsx) }
}

/** Rows of a sheet, its header first. */
export const rowsOfSheet = (sheets: readonly ReadSheet[], name: string): ReadSheet['rows'] =>
  sheets.find((sheet) => sheet.name === name)?.rows ?? []
