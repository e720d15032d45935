import { fullName } from '../../shared/personName.ts'
import type { DemoPerson } from '../plan.ts'

/** Firms that take part. All of them are invented. */
export const FIRMS = {
  helioroom: 'Helioroom',
  segue: 'Segue Infrastructure',
  meridian: 'Meridian Solar Fund',
  lakeshore: 'Lakeshore National Bank',
  ironbridge: 'Ironbridge Tax Credit Partners',
  kestrel: 'Kestrel Engineering Partners',
  northwind: 'Northwind Renewables Capital',
  calder: 'Calder Energy Partners',
  blueHeron: 'Blue Heron Storage Company',
  harrow: 'Harrow & Pike LLP',
  harborPoint: 'Harbor Point Fund Services',
  nakagawa: 'Nakagawa Advisory',
} as const

interface Extra {
  readonly isSuperUser?: boolean
  readonly invitedBy?: string
  readonly invitedAt?: string
}

const person = (
  email: string,
  name: string,
  title: string,
  company: keyof typeof FIRMS,
  location: string,
  extra: Extra = {},
): DemoPerson => {
  const [firstName = '', lastName = ''] = name.split(' ')
  return {
    email,
    firstName,
    lastName,
    title,
    location,
    company: FIRMS[company],
    isSuperUser: extra.isSuperUser ?? false,
    invitedBy: extra.invitedBy ?? null,
    invitedAt: extra.invitedAt ?? null,
  }
}

/** The people of the demo by a short key: first those who stand for a kind of user, then their colleagues. */
export const PEOPLE = {
  super: person(
    'super@demo.example',
    'Ingrid Solheim',
    'Platform Operations',
    'helioroom',
    'Minneapolis, MN',
    {
      isSuperUser: true,
    },
  ),
  orgAdmin: person('orgadmin@demo.example', 'Ruth Sandoval', 'Managing Director', 'segue', 'Kansas City, MO'),
  usersAdmin: person(
    'usersadmin@demo.example',
    'Priya Raman',
    'Investor Relations Manager',
    'segue',
    'Kansas City, MO',
  ),
  dealAdmin: person(
    'dealadmin@demo.example',
    'Tomás Brandt',
    'Director, Transactions',
    'segue',
    'Denver, CO',
  ),
  contributor: person(
    'contributor@demo.example',
    'Maya Okafor',
    'Vice President, Acquisitions',
    'segue',
    'Kansas City, MO',
  ),
  viewer: person(
    'viewer@demo.example',
    'Helen Achterberg',
    'Director, Project Finance',
    'lakeshore',
    'Chicago, IL',
  ),
  bidder: person(
    'bidder@demo.example',
    'Daniel Whitcombe',
    'Principal, Investments',
    'northwind',
    'Boston, MA',
  ),
  reports: person(
    'reports@demo.example',
    'Grace Lim',
    'Senior Fund Accountant',
    'harborPoint',
    'Portland, ME',
  ),
  newcomer: person(
    'newcomer@demo.example',
    'Lucía Ferreira',
    'Associate, Tax Equity',
    'ironbridge',
    'New York, NY',
    {
      invitedBy: 'usersadmin@demo.example',
    },
  ),
  outsider: person('outsider@demo.example', 'Peter Nakagawa', 'Consultant', 'nakagawa', 'Seattle, WA'),
  member2: person('member2@demo.example', 'Nadia Kerr', 'Principal Engineer', 'kestrel', 'Boulder, CO'),
  rival: person('aisha.devereux@calder.example', 'Aisha Devereux', 'Partner', 'calder', 'Houston, TX'),
  northwindAnalyst: person('lars.holm@northwind.example', 'Lars Holm', 'Analyst', 'northwind', 'Boston, MA'),
  counsel: person('jun.lindqvist@harrowpike.example', 'Jun Lindqvist', 'Counsel', 'harrow', 'Omaha, NE'),
  assetManager: person(
    'operations@demo.example',
    'Samuel Adeyemi',
    'Director, Asset Management',
    'segue',
    'Wichita, KS',
  ),
  analyst: person('analyst@demo.example', 'Leah Baptiste', 'Asset Analyst', 'segue', 'Wichita, KS'),
  qAndA: person(
    'colette.marchand@segue.example',
    'Colette Marchand',
    'Transaction Manager',
    'segue',
    'Denver, CO',
  ),
  lender: person(
    'omar.haddad@lakeshore.example',
    'Omar Haddad',
    'Vice President, Portfolio',
    'lakeshore',
    'Chicago, IL',
  ),
  taxEquity: person(
    'rebecca.thornquist@ironbridge.example',
    'Rebecca Thornquist',
    'Managing Director',
    'ironbridge',
    'New York, NY',
  ),
  meridianAdmin: person(
    'elena.vasquez@meridian.example',
    'Elena Vasquez',
    'Partner',
    'meridian',
    'Baltimore, MD',
  ),
  meridianDeals: person(
    'theo.lindgren@meridian.example',
    'Theo Lindgren',
    'Vice President',
    'meridian',
    'Baltimore, MD',
  ),
  meridianAssets: person(
    'wanda.kowalczyk@meridian.example',
    'Wanda Kowalczyk',
    'Head of Asset Management',
    'meridian',
    'Easton, MD',
  ),
  storageBidder: person(
    'imani.brooks@blueheron.example',
    'Imani Brooks',
    'Director, Development',
    'blueHeron',
    'Austin, TX',
  ),
  // Some who have been asked and have not come: the newest last.
  invitedEngineer: person(
    'yara.costa@kestrel.example',
    'Yara Costa',
    'Senior Interconnection Engineer',
    'kestrel',
    'Boulder, CO',
    { invitedBy: 'usersadmin@demo.example', invitedAt: '2026-10-08T15:20:00.000Z' },
  ),
  invitedDeveloper: person(
    'owen.pritchard@blueheron.example',
    'Owen Pritchard',
    'Manager, Project Finance',
    'blueHeron',
    'Austin, TX',
    { invitedBy: 'elena.vasquez@meridian.example', invitedAt: '2026-10-27T18:05:00.000Z' },
  ),
  invitedRival: person(
    'hana.kobayashi@calder.example',
    'Hana Kobayashi',
    'Associate, Investments',
    'calder',
    'Houston, TX',
    { invitedBy: 'usersadmin@demo.example', invitedAt: '2026-11-12T14:31:00.000Z' },
  ),
  invitedLender: person(
    'marcus.feld@lakeshore.example',
    'Marcus Feld',
    'Analyst, Project Finance',
    'lakeshore',
    'Chicago, IL',
    { invitedBy: 'usersadmin@demo.example', invitedAt: '2026-11-18T16:48:00.000Z' },
  ),
} as const satisfies Record<string, DemoPerson>

export type PersonKey = keyof typeof PEOPLE

/** First and last name, as documents write it. */
export const nameOf = (key: PersonKey): string => fullName(PEOPLE[key])
