import { readFile } from 'node:fs/promises'
import type { Client } from '../client.ts'
import type { RealEntry } from './files.ts'
import type { Report } from './report.ts'

/** Lines under the header that say units and names of variables, and the header itself. */
const NO_MODELS = 3

interface Outcome {
  added: number
  known: number
  brokenCount: number
  broken: readonly { row: number; message: string }[]
}

/** Lists of the CEC as they are published, taken into an organisation twice: the second time adds nothing. */
export async function checkEquipment(
  entries: readonly RealEntry[],
  staff: Client,
  report: Report,
): Promise<void> {
  const files = entries.filter(({ absolute }) => absolute.endsWith('.csv'))
  if (files.length === 0) return
  report.title('Real lists of equipment, imported in the back office')
  const { data } = await staff.graphql(
    '{ backOfficeRecords(kind: "organisation", limit: 1) { records { id } } }',
  )
  const found = data?.backOfficeRecords as { records: { id: string }[] } | undefined
  const take = async (file: File): Promise<Outcome> => {
    const { data, errors } = await staff.graphql(
      `mutation($id: ID!, $file: Upload!) { backOfficeImportEquipment(organisationId: $id, file: $file) {
        added known brokenCount broken { row message } } }`,
      { id: found?.records[0]?.id, file },
    )
    if (!data) throw new Error(errors[0]?.message ?? 'There is no answer.')
    return data.backOfficeImportEquipment as Outcome
  }
  for (const { absolute, path: place } of files) {
    const bytes = await readFile(absolute)
    const models =
      bytes
        .toString('utf8')
        .split('\n')
        .filter((line) => line.trim() !== '').length - NO_MODELS
    const name = place.at(-1) ?? 'list.csv'
    const began = performance.now()
    const first = await take(new File([bytes], name))
    const seconds = (performance.now() - began) / 1000
    report.check(
      `${name}: all ${models} models are taken or there already, in ${seconds.toFixed(1)} s`,
      first.added + first.known + first.brokenCount === models && first.brokenCount === 0,
      first.broken.map(({ row, message }) => `row ${row}: ${message}`),
    )
    const again = await take(new File([bytes], name))
    report.check(`${name}: the second time adds nothing`, again.added === 0)
  }
}
