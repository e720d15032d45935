import type { DemoQuestion } from '../plan.ts'
import { question } from './asked.ts'

const TITLE = '02 Real estate/02.2 Title/Harlan County Solar - title commitment.pdf'

/** What two rivals ask of the deal team, each for itself: neither learns that the other asks (QA-42). */
export const BIDDER_QUESTIONS: readonly DemoQuestion[] = [
  question(
    'bidder',
    '11-16T10:05',
    'Is the title company willing to insure over the mineral reservation without the surface waiver?',
    {
      about: ['Title'],
      topics: ['Risk'],
      of: ['Harlan County Solar'],
      documents: [TITLE, '08 Bids/Northwind/Northwind - questions on title.txt'],
      answer:
        'It is, for an endorsement of $14,200. The form comes with the next revision of the commitment.',
      answeredAt: '11-17T09:30',
      answeredBy: 'dealAdmin',
      answerDocuments: [TITLE],
      answerDraft:
        'It is, for an endorsement of $14,200. The form is behind Schedule B-II of the revised commitment, and the setback of 250 ft stays.',
    },
  ),
  question(
    'rival',
    '11-16T14:50',
    'We would close before year-end. Can the consent of the offtaker be had by December 18?',
    {
      about: ['Offtake'],
      topics: ['Schedule'],
      of: 'all',
      answer: 'The buyer asks for 30 days. A request that goes out this week is answered by December 21.',
      answeredAt: '11-18T11:10',
      published: {
        at: '11-18T11:25',
        text: 'How long does the offtaker take for its consent to a change of control?',
        answer: '30 days from the request. One that goes out this week is answered by December 21.',
      },
    },
  ),
  question(
    'northwindAnalyst',
    '11-17T16:20',
    'Which warranty claims on inverters are open at Cedar Bluff, and who keeps what they bring?',
    {
      about: ['Operations', 'Engineering'],
      of: ['Cedar Bluff Solar'],
      answerDraft: 'Three of the 2026 season are open. What they bring stays with the seller;',
      answeredBy: 'qAndA',
    },
  ),
  question('rival', '11-18T09:15', 'Is the battery at Otter Creek sold with its augmentation contract?', {
    about: ['Engineering'],
    topics: ['Counterparty'],
    of: ['Otter Creek Solar + Storage'],
    state: 'PRIORITY',
    followUps: [
      question('rival', '11-19T08:40', 'And may the supplier be changed before year 8?', {
        about: ['Engineering'],
        of: ['Otter Creek Solar + Storage'],
      }),
    ],
  }),
  question(
    'bidder',
    '11-19T15:45',
    'May we speak with the county about the road use agreement before we bid?',
    {
      about: ['Permitting'],
      topics: ['Counterparty'],
      of: ['Medicine Creek Solar'],
      state: 'CLOSED',
      answer: 'Yes, together with Tomás Brandt. He proposes December 3.',
      answeredAt: '11-20T10:00',
    },
  ),
  question('bidder', '11-20T17:10', 'Would an exclusivity of six weeks be granted above', {
    about: ['Tax and finance'],
    state: 'DRAFT',
  }),
  question('rival', '11-20T18:00', 'Does the seller accept a price per kW that steps with', {
    about: ['Tax and finance'],
    state: 'DRAFT',
  }),
]
