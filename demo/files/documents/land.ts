import type { DemoProject } from '../../content/projects.ts'
import { count, dollars, longDay } from '../format.ts'
import {
  article,
  type Block,
  facts,
  heading,
  newPage,
  type Paper,
  signatures,
  text,
  title,
} from '../paper.ts'
import { seeded } from '../random.ts'
import { countyOf, facilityOf, landownerParty, ownerParty, paperDays, sponsorOf, TRADES } from './parties.ts'

/** The lease of the site. */
export const groundLease = (project: DemoProject): Paper => {
  const signed = paperDays(project).lease
  const random = seeded(`lease ${project.key}`)
  const rent = random.whole(720, 1050)
  return {
    title: `Solar Ground Lease - ${project.name}`,
    author: project.company,
    date: signed,
    face: 'contract',
    head: [`Ground lease and easement: ${project.name}`, `Parcel ${project.parcel}`],
    blocks: [
      title('GROUND LEASE AND EASEMENT AGREEMENT', `${project.name} · Parcel ${project.parcel}`),
      text(
        `This Lease is made as of ${longDay(signed)} between ${project.landowner} ("Landlord") and ${project.company} ("Tenant") for about ${count(project.acres)} acres in ${countyOf(project)}, being ${project.legalDescription} (the "Premises").`,
      ),
      ...article(
        1,
        'Premises and Use',
        `Landlord leases the Premises to Tenant for ${facilityOf(project)} and all that is needed to build, operate, repower and remove it.`,
        [
          'Easements',
          'Landlord grants easements for access, collection lines, transmission, drainage, and unobstructed sunlight over its adjoining land for the term of the Lease.',
        ],
        'Tenant shall keep the vegetation low, permit grazing by sheep where practicable, and control noxious weeds as county rules require.',
      ),
      ...article(
        2,
        'Term',
        'The development period is four years from the date of this Lease. The construction period of up to two years begins with notice from Tenant. The operating term is thirty-five years from the Commercial Operation Date, with two options to extend of five years each.',
        'Tenant may terminate at any time as to all or part of the Premises on sixty days notice, subject to Section 5.1.',
      ),
      ...article(
        3,
        'Rent',
        `Development rent is $25 per acre and year. Construction rent is $${Math.round(rent / 2)} per acre and year. Operating rent is $${rent} per acre and year, ${dollars(rent * project.acres)} in the first operating year, escalating by two percent each year.`,
        'Crop damage during construction is paid at the average yield of the county for the crop and the price at the nearest elevator on the day of the damage.',
      ),
      ...article(
        4,
        'Taxes, Insurance and Encumbrances',
        'Tenant pays the increase in property taxes which results from its improvements, including rollback taxes. Landlord pays all others.',
        'Landlord represents that it owns the Premises free of liens except those listed in Exhibit C, and shall obtain a non-disturbance agreement from each mortgagee within sixty days.',
        [
          'Minerals',
          'Landlord shall not permit use of the surface for minerals within the Premises and shall cooperate in obtaining a surface waiver from each owner of severed minerals.',
        ],
        [
          'Lenders',
          'Tenant may mortgage its leasehold. A lender has notice, cure rights of ninety days, and a right to a new lease on the same terms after termination or rejection.',
        ],
      ),
      ...article(
        5,
        'Removal',
        'Within twelve months after the end of this Lease Tenant shall remove its improvements to a depth of four feet and restore the Premises to a condition suited to farming.',
        `From the fifteenth operating year Tenant maintains decommissioning security equal to the estimated net cost of removal, first estimated at ${dollars(project.acKw * 14)}.`,
      ),
      signatures(landownerParty(project), ownerParty(project)),
    ],
  }
}

const exceptions = (project: DemoProject): readonly Block[] => {
  const random = seeded(`title ${project.key}`)
  const leased = Number(paperDays(project).lease.slice(0, 4))
  const recorded = (from: number, to: number): string =>
    `Book ${random.whole(41, 488)}, Page ${random.whole(12, 690)}, recorded ${random.whole(from, to)}`
  return [
    heading('Schedule B, Part II: exceptions'),
    {
      kind: 'clause',
      number: '1.',
      text: 'Rights of parties in possession, encroachments and boundary disputes which a correct survey would show. (To be deleted on receipt of the ALTA/NSPS survey.)',
    },
    {
      kind: 'clause',
      number: '2.',
      text: `Taxes and assessments for the year ${paperDays(project).title.slice(0, 4)} and later years, not yet due and payable.`,
    },
    {
      kind: 'clause',
      number: '3.',
      text: `Easement for a pipeline, 50 feet in width, to ${random.pick(['Cimarron', 'Loup River', 'Smoky Hill'])} Gas Transmission Company, ${recorded(1954, 1968)}. Affects the north line of the Premises as shown on the survey at station 14+20.`,
    },
    {
      kind: 'clause',
      number: '4.',
      text: `Easement for an electric line to ${project.stateFacts.utility}, ${recorded(1961, 1983)}.`,
    },
    {
      kind: 'clause',
      number: '5.',
      text: `Mineral reservation of an undivided one-half interest in oil, gas and other minerals in the deed in ${recorded(1987, 1987)}. A surface waiver is requested.`,
    },
    {
      kind: 'clause',
      number: '6.',
      text: `Memorandum of ground lease in favour of ${project.company}, ${recorded(leased, leased)}.`,
    },
    {
      kind: 'clause',
      number: '7.',
      text: 'Right of way of the public for the section-line road, 33 feet on each side.',
    },
    {
      kind: 'clause',
      number: '8.',
      text: `Mortgage to ${random.pick(['Farmers State Bank', 'Cornerstone Ag Credit', 'Valley Land Bank'])}, ${recorded(leased - 11, leased - 3)}. A subordination and non-disturbance agreement is required.`,
    },
  ]
}

/** The title company's commitment to insure the leasehold. */
export const titleCommitment = (project: DemoProject, revision: number): Paper => {
  const day = paperDays(project).title
  const number = `HP-${seeded(`commitment ${project.key}`).whole(40210, 98740)}`
  return {
    title: `Title Commitment - ${project.name}`,
    author: TRADES.titleCompany,
    date: day,
    face: 'contract',
    letterhead: {
      name: TRADES.titleCompany,
      line: `Commitment for title insurance · No. ${number} · Revision ${revision}`,
    },
    head: [`Commitment ${number}, revision ${revision}`, project.name],
    blocks: [
      title('ALTA COMMITMENT FOR TITLE INSURANCE', 'Schedule A'),
      facts(
        ['Commitment date', `${longDay(day)}, 8:00 a.m.`],
        ['Policy to be issued', 'ALTA Leasehold Owner’s Policy (2021)'],
        ['Proposed insured', project.company],
        ['Proposed amount', dollars(project.acKw * 1180)],
        ['Estate', 'Leasehold and easements under the ground lease'],
        ['Title vested in', project.landowner],
        ['Land', `${project.legalDescription}, ${countyOf(project)}`],
        ['Parcel', project.parcel],
      ),
      text(
        `Subject to payment of the premium and to the requirements below, ${TRADES.titleCompany} commits to insure the estate named above. This commitment expires ${revision > 2 ? 90 : 180} days after its date.`,
      ),
      newPage,
      heading('Schedule B, Part I: requirements'),
      {
        kind: 'clause',
        number: '1.',
        text: `Record the memorandum of ground lease between ${project.landowner} and ${project.company}.`,
      },
      {
        kind: 'clause',
        number: '2.',
        text: 'Subordination and non-disturbance agreement from the mortgagee under exception 8.',
      },
      {
        kind: 'clause',
        number: '3.',
        text: `Certificate of good standing and authorising resolution of ${project.company} and of ${sponsorOf(project)}.`,
      },
      {
        kind: 'clause',
        number: '4.',
        text: `ALTA/NSPS land title survey certified to the proposed insured${revision > 1 ? ', its lenders' : ''} and the company.`,
      },
      {
        kind: 'clause',
        number: '5.',
        text: 'Surface waiver or accommodation agreement for the minerals under exception 5, or payment of the premium for endorsement ALTA 35-06.',
      },
      { kind: 'clause', number: '6.', text: 'Owner’s affidavit as to debts, liens and possession.' },
      ...exceptions(project),
    ],
  }
}
