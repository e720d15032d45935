import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { dollars, shortDay } from '../format.ts'
import { bullets, facts, heading, type Paper, signatures, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import { countyOf, facilityOf, signerOf, sponsorOf, TRADES } from './parties.ts'

const policyNumber = (kind: string, project: DemoProject): string =>
  `${kind}-${seeded(`${kind} ${project.key}`).whole(100200, 998700)}-26`

/** A broker's certificate that the insurance which a contract asks for is in force. */
export const insuranceCertificate = (project: DemoProject, holder: string, day: string): Paper => {
  const until = monthsLater(day, 12)
  const term = `${shortDay(day)} to ${shortDay(until)}`
  const value = project.acKw * 1180
  return {
    title: `Certificate of Insurance - ${project.name}`,
    author: TRADES.broker,
    date: day,
    face: 'report',
    letterhead: {
      name: TRADES.broker,
      line: '410 Wyandotte Street, Kansas City, Missouri · Certificates desk',
    },
    head: ['Certificate of liability and property insurance', project.name],
    blocks: [
      title('Certificate of Insurance', `Issued ${shortDay(day)}`),
      text(
        'This certificate is issued as a matter of information only and confers no rights upon the certificate holder. It does not amend, extend or alter the coverage of the policies below.',
      ),
      facts(
        ['Insured', `${project.company}; ${sponsorOf(project)}`],
        ['Certificate holder', holder],
        ['Operations', `${facilityOf(project).replace(/^a /, '')}, ${project.city}, ${countyOf(project)}`],
        ['Insurer A', `${TRADES.insurer} (A XV)`],
        ['Insurer B', `${TRADES.excessInsurer} (A- XII)`],
      ),
      {
        kind: 'table',
        caption: 'Coverages',
        columns: [
          { label: '', width: 0.4 },
          { label: 'Type of insurance', width: 2.6 },
          { label: 'Policy number', width: 2 },
          { label: 'Term', width: 2.3 },
          { label: 'Limits', width: 3 },
        ],
        rows: [
          [
            'A',
            'Commercial general liability, occurrence form',
            policyNumber('GL', project),
            term,
            'Each occurrence $1,000,000\nGeneral aggregate $2,000,000\nProducts aggregate $2,000,000',
          ],
          [
            'A',
            'Automobile liability, hired and non-owned',
            policyNumber('CA', project),
            term,
            'Combined single limit $1,000,000',
          ],
          [
            'B',
            'Excess liability',
            policyNumber('XS', project),
            term,
            'Each occurrence $10,000,000\nAggregate $10,000,000',
          ],
          [
            'A',
            'Workers compensation and employers liability',
            policyNumber('WC', project),
            term,
            'Statutory\nEach accident $1,000,000',
          ],
          [
            'A',
            'Property, all risk, replacement cost',
            policyNumber('PR', project),
            term,
            `Limit ${dollars(value)}\nDelay in start-up ${dollars(value * 0.09)}`,
          ],
          ['B', 'Pollution legal liability', policyNumber('PL', project), term, 'Each condition $5,000,000'],
        ],
      },
      {
        kind: 'table',
        caption: 'Sublimits and deductibles of the property policy',
        columns: [
          { label: 'Peril', width: 3 },
          { label: 'Sublimit', width: 2, align: 'right' },
          { label: 'Deductible', width: 3, align: 'right' },
        ],
        rows: [
          [
            'Severe convective storm, hail included',
            dollars(value * 0.22),
            '5% of value at risk, at least $250,000',
          ],
          ['Flood', dollars(value * 0.15), '$250,000'],
          ['Earth movement', dollars(value * 0.3), '2% of value at risk'],
          ['Named windstorm', 'Policy limit', '2% of value at risk'],
          ['All other perils', 'Policy limit', '$100,000'],
        ],
      },
      heading('Endorsements', 2),
      bullets(
        `${holder} is additional insured on a primary and non-contributory basis where required by written contract, and loss payee as its interest may appear.`,
        'Waiver of subrogation applies in favour of the certificate holder.',
        'Thirty days notice of cancellation, ten days for non-payment of premium.',
      ),
      signatures(signerOf(TRADES.broker, 'Authorized Representative')),
    ],
  }
}
