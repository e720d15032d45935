import type { DataImportRow } from './core/importStore.ts'
import type { Tokens } from './salesforce/endpoint.ts'

/** The Salesforce that a connection leads to. */
export interface Destination {
  /** Salesforce's own id of the organisation; null where it named none. */
  organisationId: string | null
  /** Where its REST API is, as people know it. */
  host: string
}

export const destinationOf = ({ organisationId, instanceUrl }: Tokens): Destination => ({
  organisationId,
  host: new URL(instanceUrl).host,
})

/** The connection leads to another Salesforce than rows have gone to. The message says what to do, without a full stop. */
export class OtherDestination extends Error {
  override name = 'OtherDestination'

  constructor(before: Destination, now: Destination) {
    super(
      before.host === now.host
        ? `Rows of this import have gone to another organisation of ${before.host} than the one that is connected now. Please connect that one again`
        : `Rows of this import have gone to ${before.host}, and Salesforce is connected to ${now.host} now. Please connect ${before.host} again`,
    )
  }
}

/** @throws OtherDestination where the two are not the same Salesforce */
export function requireSame(before: Destination, now: Destination): void {
  // By its id where both have one, as an organisation may move to another host.
  const isSame =
    before.organisationId !== null && now.organisationId !== null
      ? before.organisationId === now.organisationId
      : before.host === now.host
  if (!isSame) throw new OtherDestination(before, now)
}

/** What is left of an import never goes to another Salesforce than what went before (CRM-19). @throws OtherDestination */
export function requireSameAsBefore(row: DataImportRow, now: Destination): void {
  if (row.crmHost !== null) requireSame({ organisationId: row.crmOrganisation, host: row.crmHost }, now)
}
