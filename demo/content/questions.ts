import type { DemoLog, DemoQuestion } from '../plan.ts'
import { listed, question } from './asked.ts'
import { BIDDER_QUESTIONS } from './bidderQuestions.ts'
import { GROUP, SEGUE } from './organisations.ts'
import { PEOPLE } from './people.ts'

const [CEDAR, HARLAN, OTTER, FRENCHMAN, MEDICINE] = [
  'Cedar Bluff Solar',
  'Harlan County Solar',
  'Otter Creek Solar + Storage',
  'Frenchman Creek Solar',
  'Medicine Creek Solar',
]

/** What all of the room see who see questions. */
const GENERAL: readonly DemoQuestion[] = [
  question(
    'bidder',
    '10-19T15:04',
    'Please confirm the commercial operation dates that the model assumes for each project.',
    {
      about: ['Construction'],
      topics: ['Schedule'],
      of: 'all',
      state: 'CLOSED',
      answer: listed(
        'The model in folder 02 takes the first day of the month after COD:',
        'Cedar Bluff in August and Frenchman Creek in October 2026;',
        'Harlan County in March and Medicine Creek in May 2027;',
        'Otter Creek in September 2027, storage included.',
      ),
      answeredAt: '10-21T14:30',
    },
  ),
  question(
    'rival',
    '10-20T09:41',
    'Which network upgrades in the Phase II facilities study fall to the project, and is its share capped?',
    {
      about: ['Interconnection'],
      topics: ['Cost'],
      of: [HARLAN],
      state: 'CLOSED',
      answer: '1.2 miles of 69 kV reconductor, $1.84M. Article 11.3 of the LGIA caps the share at $2.10M.',
      answeredAt: '10-22T16:12',
    },
  ),
  question(
    'rival',
    '10-21T13:20',
    'How is curtailment above the 200-hour annual cap paid? The amended PPA points to Exhibit F for the deemed-output method, but Exhibit F is blank for Cedar Bluff in folder 03.1.',
    {
      about: ['Offtake'],
      topics: ['Clarification', 'Document request'],
      of: [CEDAR, HARLAN, OTTER],
      state: 'PRIORITY',
      answer: listed(
        'Hours above the cap are paid at the contract price on deemed output:',
        'irradiance in the plane of array times the performance ratio of the last 30 days, from two reference cells;',
        'buyer dispatch only, utility outages excluded (PPA 7.4);',
        'Exhibit F for Cedar Bluff, executed on September 12.',
      ),
      answeredAt: '11-20T10:42',
      followUps: [
        question(
          'bidder',
          '11-20T16:05',
          'Does deemed output count energy that would have charged the battery during a curtailed hour?',
          {
            about: ['Offtake'],
          },
        ),
      ],
    },
  ),
  question(
    'bidder',
    '10-23T11:15',
    'Schedule B-II lists a 1987 mineral reservation on the north parcel. Is a surface waiver in hand, and will the title company insure over it until then?',
    {
      about: ['Title'],
      topics: ['Risk'],
      of: [HARLAN],
      answer:
        'The county recorder confirms one holder, the Ansgar Lund family trust, with a half interest in 160 acres. A waiver of surface rights went out on November 3; counsel expects it back by December 11. Meanwhile Fenwick & Lowe Title will issue an ALTA 35-06 endorsement over the reservation for $14,200, subject to a setback of 250 ft around the two drill islands shown on sheet 3 of the survey. No array row falls inside either setback. The endorsement form lies in folder 04.1; the surveyor adds the islands to the next revision of the site plan. Should the trust decline, the two rows nearest to the north fence move to the spare block, which costs $38,000 in rewiring and no capacity.',
      answeredAt: '11-09T18:20',
      answeredBy: 'dealAdmin',
    },
  ),
  question('rival', '10-26T10:02', 'Does the hail sublimit of $25M apply per site or per occurrence?', {
    about: ['Insurance'],
    topics: ['Clarification'],
    of: 'all',
    state: 'PRIORITY',
  }),
  question(
    'bidder',
    '10-27T14:48',
    'Were soils tested for corrosion at the depth of the piles, and which coating does the racking warranty assume?',
    {
      about: ['Engineering'],
      of: [OTTER, MEDICINE],
      answer:
        'Resistivity was measured at 4, 8 and 12 ft in 18 borings. Two of them, both at Otter Creek, call for 3.9 mil of zinc; the order is for 4.5 mil throughout.',
      answeredAt: '10-30T09:10',
    },
  ),
  question(
    'bidder',
    '10-29T16:33',
    'The lease of the Furnas County parcel ends in 2054 and the PPA in 2052 with two extensions of five years. Can the lease be extended likewise?',
    {
      about: ['Site control', 'Offtake'],
      of: [OTTER],
      state: 'CLOSED',
      answer:
        'Yes: section 2.3 has two extensions of five years at the lessee’s option, on 180 days’ notice.',
      answeredAt: '11-02T11:00',
    },
  ),
  question('rival', '11-02T08:55', 'Which of the conditional use permits can still be appealed?', {
    about: ['Permitting'],
    topics: ['Risk'],
    of: [FRENCHMAN, MEDICINE],
    answer:
      'Frenchman Creek’s ran out on October 8 without an appeal. Medicine Creek’s runs until December 14.',
    answeredAt: '11-03T15:27',
    followUps: [
      question(
        'rival',
        '11-04T09:30',
        'Is the certificate of the county clerk for Frenchman Creek in the room?',
        {
          about: ['Permitting'],
          topics: ['Document request'],
          of: [FRENCHMAN],
          state: 'CLOSED',
          answer: 'It is in folder 04.1 now, behind the permit.',
          answerDocuments: [
            '04 Permits and environmental/04.1 Use permits/Frenchman Creek Solar - conditional use permit.pdf',
          ],
          answeredAt: '11-04T17:45',
        },
      ),
    ],
  }),
  question('bidder', '11-05T12:12', 'Please share the whooping crane survey that the avian plan refers to.', {
    about: ['Environmental'],
    topics: ['Document request'],
    of: [HARLAN],
  }),
  question(
    'contributor',
    '11-10T10:20',
    'Do the transformer slots at the manufacturer pass to the buyer with the project companies?',
    {
      about: ['Construction', 'Engineering'],
      topics: ['Counterparty'],
      of: [HARLAN, OTTER, MEDICINE],
      answer: 'They do. The framework names each project company as purchaser from its notice to proceed on.',
      answeredAt: '11-12T13:05',
    },
  ),
  question('rival', '11-16T15:40', 'Is domestic content modelled for any of the projects?', {
    about: ['Tax and finance'],
    of: 'all',
  }),
]

/** What a bidder asks in confidence: its own group and those who administer the room see it. */
const CONFIRMATORY: readonly DemoQuestion[] = [
  question(
    'bidder',
    '11-03T09:05',
    'Our consultant finds 4.1 % soiling loss at Cedar Bluff against 2.0 % in the energy report. Which cleaning schedule does the report assume?',
    {
      about: ['Engineering'],
      of: [CEDAR],
      state: 'PRIORITY',
      answer:
        'Two dry cleanings a year. With your loss the third one pays for itself; the O&M scope has a unit price of $0.62 per kW for it.',
      answeredAt: '11-05T16:18',
    },
  ),
  question(
    'northwindAnalyst',
    '11-03T11:30',
    'May we book the site visits of Harlan County and Otter Creek for the week of December 7?',
    {
      about: ['Construction'],
      topics: ['Schedule'],
      of: [HARLAN, OTTER],
      state: 'CLOSED',
      answer: 'Booked for December 8 and 9, with the superintendent. Boots and vests are on site.',
      answeredAt: '11-04T08:40',
    },
  ),
  question(
    'bidder',
    '11-06T10:10',
    'Would the seller take an escrow of 10 % in place of the parent guarantee?',
    {
      about: ['Tax and finance'],
      topics: ['Counterparty', 'Risk'],
      state: 'PRIORITY',
    },
  ),
  question(
    'northwindAnalyst',
    '11-09T14:25',
    'Sheet “Debt” of the model sizes at a P50 coverage of 1.35. Does the lender of record accept P50?',
    {
      about: ['Tax and finance'],
      topics: ['Clarification'],
      of: 'all',
      answer:
        'Lakeshore sizes at 1.35 on P50 and 1.00 on P99, whichever is lower. P99 governs at Frenchman Creek alone.',
      answeredAt: '11-11T10:55',
      followUps: [
        question('northwindAnalyst', '11-11T13:00', 'By how much is its debt lower for that?', {
          about: ['Tax and finance'],
          of: [FRENCHMAN],
          answer: '$640,000.',
          answeredAt: '11-12T09:15',
        }),
        question(
          'bidder',
          '11-18T09:50',
          'Would a degradation of 0.4 % a year in place of 0.5 % lift it again?',
          {
            about: ['Tax and finance'],
            of: [FRENCHMAN],
          },
        ),
      ],
    },
  ),
  question(
    'bidder',
    '11-12T17:02',
    'Is the crossing agreement with the irrigation district assignable without its consent?',
    {
      about: ['Site control'],
      topics: ['Counterparty'],
      of: [FRENCHMAN],
      answer: 'Only to an affiliate. The district has signed such consents within three weeks so far.',
      answeredAt: '11-13T15:36',
      answeredBy: 'dealAdmin',
    },
  ),
  question(
    'northwindAnalyst',
    '11-17T10:44',
    'Please send the availability of the two reference cells for 2025 in 10-minute values.',
    {
      about: ['Operations'],
      topics: ['Document request'],
      of: [CEDAR],
    },
  ),
  question(
    'bidder',
    '11-19T12:21',
    'Does the battery’s augmentation in year 8 stand in the capital or in the operating budget?',
    {
      about: ['Operations', 'Tax and finance'],
      of: [OTTER],
    },
  ),
]

const ROOM = { organisation: SEGUE, portfolio: 'republican-valley-portfolio', by: PEOPLE.dealAdmin.email }

/** The Q&A logs of the demo: one that all read without names, one in which each bidder sees its own questions, and one of a bidder. */
export const QUESTION_LOGS: readonly DemoLog[] = [
  { ...ROOM, name: 'General diligence', visibility: 'ALL', questions: GENERAL },
  {
    ...ROOM,
    name: 'Northwind confirmatory',
    visibility: 'ALL',
    groups: [GROUP.northwind],
    questions: CONFIRMATORY,
  },
  {
    ...ROOM,
    name: 'Bidder questions',
    visibility: 'EACH_PARTY',
    total: 8,
    groups: [GROUP.northwind, GROUP.calder],
    questions: BIDDER_QUESTIONS,
  },
]
