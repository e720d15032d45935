/** What a column of an import holds. */
export type Field = 'kind' | 'name' | 'firstName' | 'lastName' | 'company' | 'title' | 'email' | 'phone'

export interface ImportColumn {
  /** As in the template. */
  header: string
  field: Field
  /** What other systems call it in their exports. */
  others: readonly string[]
  /** Characters, in the template. */
  width: number
}

/** The columns that an import takes; they stand on the page and in README, too. */
export const COLUMNS: readonly ImportColumn[] = [
  { header: 'Type', field: 'kind', others: ['record type'], width: 12 },
  { header: 'Name', field: 'name', others: ['full name', 'contact name'], width: 28 },
  { header: 'First name', field: 'firstName', others: ['first', 'given name'], width: 18 },
  { header: 'Last name', field: 'lastName', others: ['last', 'surname', 'family name'], width: 18 },
  {
    header: 'Company',
    field: 'company',
    others: ['account name', 'company name', 'associated company', 'organisation', 'organization'],
    width: 28,
  },
  { header: 'Title', field: 'title', others: ['job title', 'position'], width: 22 },
  {
    header: 'E-mail',
    field: 'email',
    others: ['email', 'e-mail address', 'email address', 'business email'],
    width: 30,
  },
  {
    header: 'Phone',
    field: 'phone',
    others: ['phone number', 'business phone', 'telephone', 'mobile', 'mobile phone'],
    width: 20,
  },
]

const plain = (header: string): string => header.toLowerCase().replace(/\s+/g, ' ').trim()

/** The column that a header names. */
export const columnOf = (header: string): ImportColumn | undefined =>
  COLUMNS.find((column) => plain(column.header) === plain(header)) ??
  COLUMNS.find(({ others }) => others.includes(plain(header)))

/** Headers that only one system writes. */
const VENDORS: readonly { name: string; header: RegExp }[] = [
  {
    name: 'Salesforce',
    header: /^(account name|contact id|account id|mailing street|lead source|contact owner)$/,
  },
  { name: 'HubSpot', header: /^(record id|associated company|lifecycle stage|hubspot owner)$/ },
  { name: 'Microsoft Dynamics', header: /^\(do not modify\)/ },
]

/** Where a file comes from, by its headers; null where they don't say. */
export const vendorOf = (headers: readonly string[]): string | null =>
  VENDORS.find(({ header }) => headers.some((each) => header.test(plain(each))))?.name ?? null
