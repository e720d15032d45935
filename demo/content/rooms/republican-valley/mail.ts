import { addressOf } from '../../../files/documents/parties.ts'
import { eml } from '../../../files/text.ts'
import type { DemoFile } from '../../../plan.ts'
import type { PersonKey } from '../../people.ts'
import { file, momentOf } from '../../tree.ts'

const NOTICES = '09 Correspondence/09.1 Notices to all parties'
const LENDERS = '09 Correspondence/09.2 Lenders'
const TEAM = '09 Correspondence/09.3 Deal team'

const filed = (
  folder: string,
  day: string,
  subject: string,
  from: PersonKey,
  to: readonly PersonKey[],
  ...paragraphs: readonly string[]
): DemoFile =>
  file(folder, `${day} ${subject.replaceAll(':', '')}.eml`, 'contributor', day, () =>
    eml({
      from: addressOf(from),
      to: to.map(addressOf),
      subject,
      at: momentOf(day, `sent ${subject}`),
      body: paragraphs.join('\n\n'),
    }),
  )

/** Mail that the deal team has filed. Notices go to every party of the room and so name none of them. */
export const mail: readonly DemoFile[] = [
  filed(
    NOTICES,
    '2026-09-14',
    'Data room open',
    'dealAdmin',
    ['contributor'],
    'All parties,',
    'the data room is open. Please start with the rules and the process letter in the root folder.',
    'Titles of folders follow the numbering of the purchase agreement’s schedules.',
  ),
  filed(
    NOTICES,
    '2026-10-02',
    'Site visits October 12 to 16',
    'qAndA',
    ['contributor'],
    'All parties,',
    'site visits are held by group, one a day, at Cedar Bluff, Harlan County and Otter Creek. Boots, vests and hard hats are required; we bring eyewear.',
    'Please send names and vehicle plates two days ahead through the Q&A log.',
  ),
  filed(
    NOTICES,
    '2026-10-14',
    'Title: revised commitment for Harlan County',
    'counsel',
    ['contributor'],
    'All parties,',
    'revision 2 of the Harlan County commitment is in 02.2. Exception 5, the 1987 mineral reservation, remains; a surface waiver has been requested.',
  ),
  filed(
    NOTICES,
    '2026-11-03',
    'Base case for bidders',
    'dealAdmin',
    ['contributor'],
    'All parties,',
    'a base case of the operating project has been added for those who are asked to bid. It is for information and carries no representation.',
  ),
  filed(
    NOTICES,
    '2026-11-17',
    'Questions close on November 24',
    'qAndA',
    ['contributor'],
    'All parties,',
    'the Q&A log closes on November 24 at noon Central Time. Questions put before are answered by December 1.',
  ),
  filed(
    LENDERS,
    '2026-10-06',
    'Term conversion: conditions',
    'viewer',
    ['contributor', 'dealAdmin'],
    'Maya, Tomás,',
    'for term conversion we need the estoppels, the consent in the agreed form, bring-down title and the engineer’s completion certificate. The surface waiver for Harlan County has to be in hand or insured over.',
    'Helen',
  ),
  filed(
    LENDERS,
    '2026-10-20',
    'Re: Term conversion: conditions',
    'contributor',
    ['viewer', 'lender'],
    'Helen, Omar,',
    'estoppels are in 03.10. The consent is with the offtakers; two have signed. Title will insure over the minerals for a premium of $18,400, which we think is the better way.',
    'Maya',
  ),
  filed(
    LENDERS,
    '2026-11-12',
    'Lender case',
    'contributor',
    ['lender'],
    'Omar,',
    'the P90 case is in 07.2. Minimum coverage is 1.31x in 2033.',
    'Maya',
  ),
  filed(
    TEAM,
    '2026-09-28',
    'Shortlist',
    'dealAdmin',
    ['contributor', 'counsel'],
    'Maya, Jun,',
    'we go on with two: Northwind and Calder. Neither knows of the other and it has to stay so: separate folders, separate visits, no group mails.',
    'Tomás',
  ),
  filed(
    TEAM,
    '2026-11-11',
    'Indicative offers',
    'contributor',
    ['dealAdmin', 'orgAdmin'],
    'Tomás, Ruth,',
    'Northwind is at $61.5 million with a discount rate of 8.75 percent, Calder at $63.8 million and 8.40. Calder leans on a bridge; Northwind has the funds. Both ask about the Harlan County minerals.',
    'Maya',
  ),
  filed(
    TEAM,
    '2026-11-18',
    'Otter Creek transformer',
    'counsel',
    ['contributor', 'dealAdmin'],
    'Maya, Tomás,',
    'the maker now says week 22 of 2027. The redline moves the guaranteed date by three months; the District wants a price step in return. I have put it into Exhibit B.',
    'Jun',
  ),
]
