import { interconnectionSums } from '../../../files/documents/interconnection.ts'
import type { DemoTree } from '../../../plan.ts'
import { GROUP, SEGUE } from '../../organisations.ts'
import { PEOPLE } from '../../people.ts'
import { projectsIn } from '../../portfolios.ts'
import { foldersOf, treeOf } from '../../tree.ts'
import { deal } from './deal.ts'
import { mail } from './mail.ts'
import { bids, financing } from './money.ts'
import { sites } from './sites.ts'

const FINANCING = [GROUP.dealTeam, GROUP.lenders, GROUP.taxEquity]
const BIDDERS = [GROUP.dealTeam, GROUP.northwind, GROUP.calder]

const HARLAN = 'Harlan County Solar'
const GRID_AGREEMENT = `03 Offtake and interconnection/03.2 Interconnection agreements/Interconnection agreement - ${HARLAN}.pdf`
const PHASE_ONE = `04 Permits and environmental/04.2 Phase I assessments/${HARLAN} - Phase I ESA.pdf`

const FOLDERS = foldersOf(
  `
  01 Corporate
    01.1 Formation documents
    01.2 Resolutions and organization chart
  02 Real estate
    02.1 Leases
    02.2 Title
    02.3 Surveys
  03 Offtake and interconnection
    03.1 Executed PPAs = parties
    03.2 Interconnection agreements
    03.3 Studies
    03.4 PPAs, prices redacted
    03.10 Estoppels and consents = financing
  04 Permits and environmental
    04.1 Use permits
    04.2 Phase I assessments
    04.3 Site studies
  05 Engineering and construction
    05.1 Drawings
    05.2 Equipment and warranties
    05.3 EPC and change orders
    05.4 Site photographs
    05.5 Independent engineer
  06 Insurance and tax
    06.1 Certificates of insurance
    06.2 Tax equity = financing
  07 Financial model = financing
    07.1 Model
    07.2 Lender case = lenders
    07.4 Bidder base case = bidders
  08 Bids = bidders
    Calder = calder
    Northwind = northwind
  09 Correspondence
    09.1 Notices to all parties
    09.2 Lenders = lenders
    09.3 Deal team = team
  `,
  {
    financing: FINANCING,
    parties: [...FINANCING, GROUP.engineers],
    lenders: [GROUP.dealTeam, GROUP.lenders],
    bidders: BIDDERS,
    northwind: [GROUP.dealTeam, GROUP.northwind],
    calder: [GROUP.dealTeam, GROUP.calder],
    team: [GROUP.dealTeam],
  },
)

/** The room in which rival bidders meet: what is restricted here must not show to the other. */
export const republicanValley = (): DemoTree =>
  treeOf(
    {
      type: 'DOCUMENTS',
      owner: { kind: 'PORTFOLIO', slug: 'republican-valley-portfolio' },
      organisation: SEGUE,
      allowRootFiles: true,
      administrator: 'dealAdmin',
      openedOn: '2026-09-14',
      folders: FOLDERS,
      // Consultants let their assessments be read, and not passed on.
      viewOnly: { '04 Permits and environmental/04.2 Phase I assessments': [GROUP.northwind] },
      // What the grid costs is for those who finance it.
      redacted: [
        {
          path: GRID_AGREEMENT,
          texts: projectsIn('republican-valley-portfolio')
            .filter(({ name }) => name === HARLAN)
            .flatMap(interconnectionSums),
          reason: 'Price',
          for: [GROUP.northwind],
        },
      ],
      read: [
        { by: PEOPLE.bidder.email, path: PHASE_ONE, seconds: [38, 95, 140, 61, 12] },
        { by: PEOPLE.northwindAnalyst.email, path: PHASE_ONE, seconds: [20, 33, 210, 48] },
        { by: PEOPLE.rival.email, path: PHASE_ONE, seconds: [55, 80, 26] },
        { by: PEOPLE.viewer.email, path: GRID_AGREEMENT, seconds: [70, 184, 43, 96] },
        { by: PEOPLE.rival.email, path: GRID_AGREEMENT, seconds: [31, 122, 15] },
        { by: PEOPLE.bidder.email, path: 'Process letter.pdf', seconds: [64, 27] },
      ],
      // It named the wrong holder of the mineral rights.
      withdrawn: [
        { path: '02 Real estate/02.2 Title/Harlan County Solar - title commitment.pdf', number: 2 },
      ],
      labels: {
        'Data room rules.txt': ['Executed'],
        'Process letter.pdf': ['Executed', 'Confidential'],
        '03 Offtake and interconnection/PPA price schedule, all projects.xlsx': ['Confidential'],
        '03 Offtake and interconnection/PPA terms, redacted.xlsx': ['Redacted'],
        '03 Offtake and interconnection/Offtaker credit summary 2026 Q3.xlsx': ['Confidential'],
        '03 Offtake and interconnection/PPA memo - escalators and curtailment.docx': ['Redacted'],
        '03 Offtake and interconnection/First Amendment to PPA - Otter Creek (redline).docx': ['Draft'],
      },
    },
    [...deal, ...sites, ...financing, ...bids, ...mail],
  )
