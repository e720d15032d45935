import type { DemoImport } from '../plan.ts'
import { PEOPLE } from './people.ts'

const phone = (line: number): string => `+1 303 555 ${String(line).padStart(4, '0')}`

/** First name, last name, title, company, where the e-mail is; the phone comes from the place in the list. */
type Listed = readonly [first: string, last: string, title: string, company: string, domain: string]

/** Counterparties whom the deal team writes to, as the CRM has them. All of them are invented. */
const COUNTERPARTIES: readonly Listed[] = [
  [
    'Katherine',
    'Moreau',
    'Director, Power Supply',
    'High Prairie Generation and Transmission',
    'highprairie',
  ],
  ['Dennis', 'Ostrander', 'General Counsel', 'High Prairie Generation and Transmission', 'highprairie'],
  [
    'Ravi',
    'Subramanian',
    'Manager, Resource Planning',
    'Republican Forks Public Power District',
    'republicanforks',
  ],
  [
    'Gail',
    'Hendricks',
    'Contract Administrator',
    'Republican Forks Public Power District',
    'republicanforks',
  ],
  ['Stephen', 'Kaczmarek', 'Vice President, Origination', 'Lakeshore National Bank', 'lakeshorebank'],
  ['Philippa', 'Grange', 'Associate, Energy Finance', 'Lakeshore National Bank', 'lakeshorebank'],
  ['Jonathan', 'Aldous', 'Managing Director', 'Ironbridge Tax Credit Partners', 'ironbridge'],
  ['Noelle', 'Baptista', 'Tax Counsel', 'Ironbridge Tax Credit Partners', 'ironbridge'],
  ['Catherine', 'Whitlow', 'Principal, Structural', 'Kestrel Engineering Partners', 'kestrel-eng'],
  ['Marek', 'Dvorak', 'Interconnection Lead', 'Kestrel Engineering Partners', 'kestrel-eng'],
  ['Hollis', 'Tremaine', 'Partner, Real Estate', 'Harrow & Pike LLP', 'harrowpike'],
  ['Simone', 'Achebe', 'Senior Associate', 'Harrow & Pike LLP', 'harrowpike'],
  ['Walter', 'Eichhorn', 'Head of Surety', 'Tallgrass Insurance Brokers', 'tallgrass-ins'],
  ['Bernadette', 'Cole', 'Account Executive', 'Tallgrass Insurance Brokers', 'tallgrass-ins'],
  ['Anders', 'Nyquist', 'Regional Sales Director', 'Borealis Inverters', 'borealis-inverters'],
  ['Michelle', 'Tan', 'Warranty Manager', 'Borealis Inverters', 'borealis-inverters'],
  ['Frederick', 'Lowell', 'Project Executive', 'Switchgrass Constructors', 'switchgrass'],
  ['Ximena', 'Duarte', 'Site Superintendent', 'Switchgrass Constructors', 'switchgrass'],
  ['Gordon', 'Pettibone', 'Land Agent', 'Plainview Land Services', 'plainview-land'],
  ['Tamsin', 'Oakes', 'Title Examiner', 'Plainview Land Services', 'plainview-land'],
  ['Victor', 'Salamanca', 'County Planner', 'Harlan County Planning Office', 'harlancounty'],
  ['Joyce', 'Lindahl', 'Permits Coordinator', 'Harlan County Planning Office', 'harlancounty'],
  ['Reginald', 'Fosse', 'Operations Director', 'Meadowlark O&M', 'meadowlark-om'],
  ['Paulina', 'Wrobel', 'Performance Engineer', 'Meadowlark O&M', 'meadowlark-om'],
]

/** The same people once more, as somebody else has typed them: what a report of duplicates is for. */
const CONFERENCE: readonly (readonly (string | null)[])[] = [
  ['Catherine', 'Moreau', 'High Prairie G&T', 'catherine.moreau@highprairie.example', null],
  ['Steven', 'Kaczmarek', 'Lakeshore National Bank', 'stephen.kaczmarek@lakeshorebank.example', null],
  ['Whitlow,', 'Catherine', 'Kestrel Engineering', 'c.whitlow@kestrel-eng.example', null],
  ['Jon', 'Aldous', 'Ironbridge Tax Credit Partners', 'jon@ironbridge.example', '(303) 555-0106'],
  ['Phillipa', 'Grange', 'Lakeshore National Bank', 'p.grange@lakeshorebank.example', null],
  ['Fredrick', 'Lowell', 'Switchgrass Constructors Inc.', 'flowell@switchgrass.example', '303.555.0116'],
  ['Simone', 'Achebé', 'Harrow & Pike', 'simone.achebe@harrowpike.example', null],
  ['Arturo', 'Villanueva', 'Cimarron Battery Systems', 'a.villanueva@cimarron-battery.example', null],
  ['Ottilie', 'Brandvold', 'Northern Loess Wind', 'ottilie@northernloess.example', '+1 402 555 0119'],
  ['Desmond', 'Okonkwo', 'Granite State Pension Trust', 'dokonkwo@granitestate.example', null],
  ['Yasmin', 'Farrow', 'Copperfield Advisory', 'yasmin.farrow@copperfield.example', null],
  ['Lowell', 'Haas', 'Two Rivers Title', 'lhaas@tworivers.example', '+1 402 555 0133'],
]

/** Spreadsheets that admins have imported, in order of time, the newest at last. */
export const IMPORTS: readonly DemoImport[] = [
  {
    by: PEOPLE.orgAdmin.email,
    fileName: 'Counterparties from Salesforce.xlsx',
    at: '2026-10-06T15:20:00.000Z',
    columns: ['First Name', 'Last Name', 'Title', 'Account Name', 'Email', 'Phone'],
    rows: COUNTERPARTIES.map(([first, last, title, company, domain], at) => [
      first,
      last,
      title,
      company,
      `${first}.${last}@${domain}.example`.toLowerCase(),
      phone(100 + at),
    ]),
  },
  {
    by: PEOPLE.orgAdmin.email,
    fileName: 'Site visit sign-in.xlsx',
    at: '2026-11-12T21:05:00.000Z',
    columns: ['Name', 'Company', 'E-mail', 'Phone'],
    rows: [
      ['Ximena Duarte', 'Switchgrass Constructors', 'ximena.duarte@switchgrass.example', null],
      ['Bo Ellery', 'Switchgrass Constructors', null, null],
      ['Marek Dvorak', 'Kestrel Engineering Partners', null, '303 555 0109'],
    ],
  },
  {
    by: PEOPLE.orgAdmin.email,
    fileName: 'Conference contacts from HubSpot.xlsx',
    at: '2026-11-18T09:40:00.000Z',
    columns: ['First Name', 'Last Name', 'Associated Company', 'Email', 'Phone Number'],
    rows: CONFERENCE,
  },
]

/** When a report of duplicates was asked for, and by whom. */
export const DUPLICATE_REPORTS = [{ by: PEOPLE.orgAdmin.email, at: '2026-11-18T09:52:00.000Z' }] as const
