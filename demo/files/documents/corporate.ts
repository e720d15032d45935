import { nameOf } from '../../content/people.ts'
import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, dollars, longDay, megawatts } from '../format.ts'
import {
  article,
  type Block,
  type Box,
  bullets,
  facts,
  heading,
  type Paper,
  type Pen,
  signatures,
  text,
  title,
} from '../paper.ts'
import { ownerParty, sponsorOf } from './parties.ts'

/** The state's certificate that a company exists. */
export const formationCertificate = (project: DemoProject): Paper => {
  const day = monthsLater(project.ntp, -24)
  return {
    title: `Certificate of Formation - ${project.company}`,
    author: 'Registered agent',
    date: day,
    face: 'contract',
    blocks: [
      title('CERTIFICATE OF FORMATION', `of ${project.company}`),
      text(
        'The undersigned, for the purpose of forming a limited liability company under the Delaware Limited Liability Company Act, certifies:',
      ),
      {
        kind: 'clause',
        number: 'First.',
        text: `The name of the limited liability company is ${project.company}.`,
      },
      {
        kind: 'clause',
        number: 'Second.',
        text: 'The address of its registered office in the State of Delaware is 108 West Thirteenth Street, Wilmington, and its registered agent there is First State Agents, Inc.',
      },
      {
        kind: 'clause',
        number: 'Third.',
        text: 'The company is formed as a special purpose entity and may carry on no business but the ownership, financing and operation of its project.',
      },
      text(`In witness whereof the undersigned has executed this certificate on ${longDay(day)}.`),
      signatures(ownerParty(project)),
    ],
  }
}

/** The members' consent to sell, borrow or buy. */
export const resolution = (project: DemoProject, subject: string, day: string): Paper => ({
  title: `Written Consent - ${subject}`,
  author: sponsorOf(project),
  date: day,
  face: 'contract',
  blocks: [
    title('WRITTEN CONSENT OF THE SOLE MEMBER', subject),
    text(
      `The undersigned, being the sole member of the companies in Annex A, consents as of ${longDay(day)} to the following resolutions without a meeting.`,
    ),
    {
      kind: 'clause',
      number: '1.',
      text: 'RESOLVED, that the sale process described in the process letter, and the preparation and negotiation of the documents which it calls for, are approved.',
    },
    {
      kind: 'clause',
      number: '2.',
      text: 'RESOLVED, that any manager or authorised signatory may sign and deliver such documents, and that acts done before this consent are ratified.',
    },
    {
      kind: 'clause',
      number: '3.',
      text: 'RESOLVED, that no manager may accept a bid or grant exclusivity without the further consent of the investment committee.',
    },
    signatures(ownerParty({ company: sponsorOf(project), organisation: project.organisation })),
  ],
})

const drawChartOf =
  (sponsor: string, holding: string, projects: readonly DemoProject[]) =>
  (pen: Pen, box: Box): void => {
    const card = (words: string, below: string, x: number, y: number, width: number): void => {
      pen.roundedRect(x, y, width, 40, 4).lineWidth(0.9).fillAndStroke('#eef3f4', '#0a6074')
      pen
        .font('Helvetica-Bold')
        .fontSize(8)
        .fillColor('#1b2930')
        .text(words, x + 4, y + 9, { width: width - 8, align: 'center', height: 20 })
      pen
        .font('Helvetica')
        .fontSize(7)
        .fillColor('#5d6d77')
        .text(below, x + 4, y + 27, { width: width - 8, align: 'center', lineBreak: false })
    }
    const middle = box.x + box.width / 2
    const line = (x1: number, y1: number, x2: number, y2: number): void => {
      pen.moveTo(x1, y1).lineTo(x2, y2).lineWidth(0.9).strokeColor('#7c8b93').stroke()
    }
    card(sponsor, 'Delaware · 100%', middle - 100, box.y, 200)
    line(middle, box.y + 40, middle, box.y + 66)
    card(holding, 'Delaware · 100%', middle - 100, box.y + 66, 200)
    const columns = Math.min(5, projects.length)
    const width = box.width / columns
    line(middle, box.y + 106, middle, box.y + 124)
    projects.forEach((project, index) => {
      const x = box.x + (index % columns) * width
      const y = box.y + 140 + Math.floor(index / columns) * 58
      if (index < columns) {
        line(x + width / 2, box.y + 124, x + width / 2, y)
        line(middle, box.y + 124, x + width / 2, box.y + 124)
      }
      card(project.company, megawatts(project.dcKw ?? project.acKw), x + 4, y, width - 8)
    })
  }

/** Who owns whom. */
export const organisationChart = (
  portfolio: string,
  projects: readonly DemoProject[],
  day: string,
): Paper => {
  const sponsor = projects[0] ? sponsorOf(projects[0]) : ''
  const rows = Math.ceil(projects.length / 5)
  return {
    title: `Organization chart - ${portfolio}`,
    author: sponsor,
    date: day,
    face: 'report',
    letterhead: { name: sponsor, line: `${portfolio} · Organization chart as of ${longDay(day)}` },
    blocks: [
      {
        kind: 'drawing',
        height: 150 + rows * 58,
        draw: drawChartOf(sponsor, `${portfolio} Holdings, LLC`, projects),
      },
      text(
        'All interests are held directly and are free of liens except those granted to the construction lenders. No person other than the sponsor has an option or right of first offer on them.',
      ),
    ],
  }
}

/** The seller's letter that tells bidders how the sale runs. */
export const processLetter = (portfolio: string, projects: readonly DemoProject[], day: string): Paper => {
  const sponsor = projects[0] ? sponsorOf(projects[0]) : ''
  const size = projects.reduce((sum, project) => sum + (project.dcKw ?? project.acKw), 0)
  return {
    title: `Process letter - ${portfolio}`,
    author: sponsor,
    date: day,
    face: 'report',
    letterhead: { name: sponsor, line: '1100 Walnut Street, Kansas City, Missouri' },
    blocks: [
      title('Process Letter', `Sale of ${portfolio} · ${longDay(day)}`),
      text(
        `Thank you for your interest in ${portfolio}, ${projects.length} projects with ${megawatts(size)} DC. This letter sets out how final bids are to be made. The data room holds all documents which the seller makes available; questions are put through its Q&A log only.`,
      ),
      heading('Timetable'),
      {
        kind: 'table',
        columns: [
          { label: 'Step', width: 4 },
          { label: 'Date', width: 2, align: 'right' },
        ],
        rows: [
          ['Data room opens', longDay('2026-09-14')],
          ['Site visits', 'October 12 to 16, 2026'],
          ['Last day for questions', longDay('2026-11-24')],
          ['Final bids, noon Central Time', longDay('2026-12-08')],
          ['Selection of the purchaser', longDay('2026-12-18')],
          ['Signing', longDay('2027-01-22')],
        ],
      },
      heading('What a bid must contain'),
      bullets(
        'Purchase price in dollars for all membership interests, on a cash-free and debt-free basis as of December 31, 2026.',
        'Price for each project, and the discount rate and energy case on which it stands.',
        'Sources of funds and evidence that they are committed.',
        'A mark-up of the purchase agreement in tracked changes.',
        'Evidence that the purchaser is, or has engaged, a Qualified Transferee under the power purchase agreements.',
        'Approvals still needed, and the time that they take.',
      ),
      heading('Terms'),
      text(
        'The seller may change or end the process at any time and may accept a bid which is not the highest. Bidders bear their own costs and may not speak with offtakers, landowners, lenders, the utility or each other about the portfolio. What each bidder files in its own folder is seen by the seller’s deal team alone.',
      ),
      text(`Questions on the process: ${nameOf('dealAdmin')}.`),
    ],
  }
}

export interface Bid {
  readonly bidder: string
  readonly place: string
  readonly signer: string
  readonly signerTitle: string
  /** $ */
  readonly price: number
  /** %, after tax, levered */
  readonly discount: number
  readonly funding: string
}

/** A bidder's indicative offer. */
export const bidLetter = (
  portfolio: string,
  bid: Bid,
  projects: readonly DemoProject[],
  day: string,
): Paper => {
  const total = projects.reduce((sum, project) => sum + project.acKw, 0)
  const rows = projects.map((project) => [
    project.name,
    megawatts(project.acKw),
    dollars((bid.price * project.acKw) / total),
  ])
  return {
    title: `Indicative offer - ${bid.bidder}`,
    author: bid.bidder,
    date: day,
    face: 'contract',
    letterhead: { name: bid.bidder, line: bid.place },
    blocks: [
      title('INDICATIVE OFFER', `${portfolio} · ${longDay(day)}`),
      text(
        `${bid.bidder} is pleased to submit its indicative, non-binding offer for all membership interests in ${portfolio} under the process letter.`,
      ),
      facts(
        ['Purchase price', `${dollars(bid.price)}, cash-free and debt-free`],
        ['Price per kW AC', `$${count(bid.price / total)}`],
        ['Discount rate', `${bid.discount.toFixed(2)}%, after tax, levered`],
        ['Energy case', 'P50 for 20 years, merchant tail at the forward curve less ten percent'],
        ['Funding', bid.funding],
        ['Exclusivity requested', '30 days'],
      ),
      {
        kind: 'table',
        columns: [
          { label: 'Project', width: 4 },
          { label: 'AC capacity', width: 2, align: 'right' },
          { label: 'Price', width: 2, align: 'right' },
        ],
        rows: [...rows, ['Total', megawatts(total), dollars(bid.price)]],
        total: true,
      },
      text(
        'Our remaining diligence covers title (mineral surface waivers), the interconnection schedule of the largest project, and hail sublimits. We need no financing condition and one approval, of our investment committee, which meets each week.',
      ),
      signatures({ name: bid.bidder, by: bid.signer, title: bid.signerTitle }),
    ],
  }
}

/** Terms on which a tax equity investor would come in. */
export const taxEquityTerms = (portfolio: string, projects: readonly DemoProject[], day: string): Paper => {
  const basis = projects.reduce((sum, project) => sum + project.acKw * 1310, 0)
  const blocks: readonly Block[] = [
    title('SUMMARY OF TERMS', `Tax equity investment in ${portfolio}`),
    text(`Draft of ${longDay(day)}, for discussion. Not an offer or a commitment.`),
    facts(
      ['Investor', 'Ironbridge Tax Credit Partners, or an affiliate'],
      [
        'Structure',
        'Partnership flip; investment tax credit at 40% of the eligible basis, domestic content and energy community included',
      ],
      ['Fair market value', `${dollars(basis)}, by independent appraisal`],
      ['Investment', `About ${dollars(basis * 0.4 * 1.08)}, at $1.08 per dollar of credit`],
      ['Funding', '20% at mechanical completion, 80% at substantial completion'],
      ['Allocations', '99% of income, gain, loss and credit to the investor until the flip, then 5%'],
      ['Preferred distribution', '2.0% a year of the investment, quarterly'],
      ['Flip', 'Target after-tax yield 6.75%, expected in year 6'],
      ['Purchase option', 'At the higher of fair market value and the amount that gives the target yield'],
    ),
    ...article(
      1,
      'Conditions',
      'Appraisal, cost segregation, insurance consultant’s report, independent engineer’s report, prevailing wage and apprenticeship records for construction, and title and environmental reports with reliance.',
      'Forbearance agreement with the lenders, or debt above the partnership only.',
    ),
    ...article(
      2,
      'Indemnities and insurance',
      'The sponsor indemnifies for basis step-up above fifteen percent, for recapture caused by it, and for failure of the bonus credits. Tax credit insurance to the full amount of the credit plus gross-up is at the cost of the sponsor.',
    ),
  ]
  return {
    title: `Tax equity term sheet - ${portfolio}`,
    author: 'Ironbridge Tax Credit Partners',
    date: day,
    face: 'contract',
    head: [`Summary of terms, ${portfolio}`, 'Draft for discussion'],
    blocks,
  }
}
