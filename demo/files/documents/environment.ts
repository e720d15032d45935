import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, longDay } from '../format.ts'
import { type Block, bullets, facts, heading, type Paper, signatures, text, title } from '../paper.ts'
import { seeded } from '../random.ts'
import { countyOf, facilityOf, paperDays, signerOf, sponsorOf, TRADES } from './parties.ts'

const records = (project: DemoProject): Block => {
  const random = seeded(`records ${project.key}`)
  const found = random.whole(0, 1)
  return {
    kind: 'table',
    caption: 'Government records searched (ASTM E1527-21 minimum distances)',
    columns: [
      { label: 'List', width: 4 },
      { label: 'Distance (mi)', width: 1.3, align: 'right' },
      { label: 'On site', width: 1, align: 'right' },
      { label: 'Within', width: 1, align: 'right' },
    ],
    rows: [
      ['Federal NPL and proposed NPL', '1.0', '0', '0'],
      ['SEMS and SEMS archive', '0.5', '0', '0'],
      ['RCRA corrective action', '1.0', '0', '0'],
      ['RCRA generators', 'Adjoining', '0', '0'],
      ['State hazardous waste sites', '1.0', '0', '0'],
      ['Landfills and solid waste', '0.5', '0', String(found)],
      ['Leaking underground storage tanks', '0.5', '0', String(random.whole(0, 2))],
      ['Registered storage tanks', 'Adjoining', '0', String(random.whole(0, 1))],
      ['Oil and gas wells', 'Site', String(random.whole(0, 1)), String(random.whole(0, 6))],
    ],
  }
}

/** A Phase I environmental site assessment. */
export const phaseOne = (project: DemoProject): Paper => {
  const day = paperDays(project).phaseOne
  const visit = monthsLater(day, -1)
  const random = seeded(`phase one ${project.key}`)
  const crop = random.pick([
    'dryland wheat and sorghum',
    'irrigated corn and soybeans',
    'native pasture',
    'corn under a centre pivot',
  ])
  return {
    title: `Phase I Environmental Site Assessment - ${project.name}`,
    author: TRADES.environmental,
    date: day,
    face: 'report',
    letterhead: { name: TRADES.environmental, line: 'Environmental site assessments and natural resources' },
    head: ['Phase I environmental site assessment', project.name],
    blocks: [
      title('Phase I Environmental Site Assessment', `${project.name} · ${countyOf(project)}`),
      facts(
        ['Prepared for', `${project.company} and its lenders`],
        ['User', sponsorOf(project)],
        ['Site', `${count(project.acres)} acres, ${project.legalDescription}`],
        ['Coordinates', `${project.latitude.toFixed(4)}, ${project.longitude.toFixed(4)}`],
        ['Site visit', longDay(visit)],
        ['Report date', longDay(day)],
        ['Viable until', longDay(monthsLater(visit, 6))],
        ['Standard', 'ASTM E1527-21; 40 CFR Part 312'],
      ),
      heading('1. Executive summary'),
      text(
        `${TRADES.environmental} carried out a Phase I environmental site assessment of about ${count(project.acres)} acres of farmland north of ${project.city}, proposed for ${facilityOf(project)}. The site is used for ${crop} and has been farmed since before the first aerial photograph of 1938.`,
      ),
      text(
        'The assessment has revealed no recognized environmental conditions, controlled recognized environmental conditions or significant data gaps in connection with the site. One item is reported as a de minimis condition: stained soil of less than two square feet at a former fuel tank stand beside the farmstead, which lies outside the lease.',
      ),
      heading('2. Site and vicinity'),
      text(
        `The site is gently rolling, draining to the ${random.pick(['south', 'southeast', 'east'])}, at ${count(random.whole(1450, 2400))} feet above sea level. Soils are silt loams of the ${random.pick(['Holdrege', 'Uly', 'Harney', 'Keith'])} series. Depth to groundwater is ${random.whole(38, 140)} feet by nearby wells. Adjoining land is farmland on all sides, with the ${project.substation} substation ${random.between(0.4, 2.8, 1)} miles away.`,
      ),
      records(project),
      heading('3. History'),
      {
        kind: 'table',
        columns: [
          { label: 'Source', width: 2 },
          { label: 'Years', width: 2 },
          { label: 'What it shows', width: 5 },
        ],
        rows: [
          [
            'Aerial photographs',
            '1938, 1957, 1969, 1983, 1996, 2008, 2022',
            'Cropland throughout; farmstead in the northeast quarter until about 1983',
          ],
          [
            'Topographic maps',
            '1951, 1974, 2021',
            'No structures within the lease; windmill and stock tank 1951',
          ],
          ['City directories', '1975 to 2020', 'No listings'],
          ['Title and liens', '1911 to date', 'No environmental liens or activity and use limitations'],
          ['Fire insurance maps', '', 'No coverage'],
        ],
      },
      heading('4. Interviews and site visit'),
      text(
        `The owner, ${project.landowner}, has held the land for ${random.whole(19, 64)} years and knows of no spills, dumping or buried tanks. The county emergency manager has no record of a response at the site. During the visit the fields were walked on transects of 300 feet; no stressed vegetation, staining, drums or odours were seen apart from the item in section 1.`,
      ),
      bullets(
        'One plugged water well in the southwest corner; the plugging record is in the appendix.',
        `One pole-mounted transformer of ${project.stateFacts.utility} at the section road, without signs of leaks.`,
        'A pipeline of natural gas crosses the north line in a marked easement.',
      ),
      heading('5. Vapor and other matters'),
      text(
        'No source was found from which vapors could reach planned buildings. Wetlands, cultural resources and protected species are outside the scope of the standard and are covered in separate reports.',
      ),
      heading('6. Conclusion'),
      text(
        'We have performed this assessment in conformance with the scope and limitations of ASTM E1527-21. No further investigation is recommended.',
      ),
      signatures(signerOf(TRADES.environmental, 'Environmental Professional')),
    ],
  }
}

/** What the borings and the pile tests found. */
export const geotechnicalReport = (project: DemoProject): Paper => {
  const day = monthsLater(paperDays(project).phaseOne, 2)
  const random = seeded(`geotech ${project.key}`)
  const borings = Array.from({ length: 8 }, (_, index) => [
    `B-${index + 1}`,
    random.between(0.5, 1.2, 1).toFixed(1),
    random.pick(['Lean clay', 'Silt', 'Silty clay', 'Clayey sand']),
    random.between(18, 25, 1).toFixed(1),
    String(random.whole(7, 24)),
    random.whole(0, 3) === 0 ? random.between(14, 19, 1).toFixed(1) : 'None',
  ])
  const piles = Array.from({ length: 6 }, () => random.between(5.4, 11.8, 1))
  return {
    title: `Geotechnical Report - ${project.name}`,
    author: TRADES.geotechnical,
    date: day,
    face: 'report',
    letterhead: { name: TRADES.geotechnical, line: 'Geotechnical engineering and pile testing' },
    head: ['Geotechnical engineering report', project.name],
    blocks: [
      title('Geotechnical Engineering Report', `${project.name} · ${longDay(day)}`),
      text(
        `${TRADES.geotechnical} drilled eight borings to 20 feet and two at the substation to 50 feet, measured electrical and thermal resistivity, and tested driven piles at six places for ${facilityOf(project)}.`,
      ),
      heading('Summary'),
      bullets(
        'Driven W6x9 piles are suitable; no refusal was met within 9 feet.',
        'Frost heave governs the embedment: frost depth 36 inches, unfactored adfreeze stress 1,500 psf.',
        'Soils are mildly corrosive to steel; 3.9 mil of zinc meets a life of 35 years with a sacrificial allowance.',
        'No groundwater above 14 feet. Collapsible loess was not found.',
      ),
      {
        kind: 'table',
        caption: 'Borings',
        columns: [
          { label: 'Boring', width: 1 },
          { label: 'Topsoil (ft)', width: 1.1, align: 'right' },
          { label: 'Soil to 10 ft', width: 2 },
          { label: 'Moisture (%)', width: 1.2, align: 'right' },
          { label: 'N at 5 ft', width: 1, align: 'right' },
          { label: 'Water (ft)', width: 1.2, align: 'right' },
        ],
        rows: borings,
      },
      {
        kind: 'chart',
        chart: {
          title: 'Axial uplift at 0.25 inch, 8 ft embedment',
          unit: 'kip',
          labels: piles.map((_, index) => `PT-${index + 1}`),
          series: [{ label: 'Measured', kind: 'bars', values: piles }],
        },
      },
      heading('Recommendations'),
      {
        kind: 'table',
        columns: [
          { label: 'Parameter', width: 3 },
          { label: 'Value', width: 2, align: 'right' },
        ],
        rows: [
          ['Ultimate skin friction, 3 to 9 ft', `${random.whole(420, 780)} psf`],
          ['Lateral modulus (LPILE, stiff clay)', `${random.whole(300, 700)} pci`],
          ['Allowable bearing, equipment pads', `${count(random.whole(15, 25) * 100)} psf`],
          ['Design thermal resistivity, dry', `${random.whole(150, 235)} C-cm/W`],
          ['Seismic site class', 'D'],
        ],
      },
      text(
        'Access roads need 8 inches of aggregate over a separation geotextile. Earthwork should be avoided between November and March unless frozen layers are removed.',
      ),
      signatures(signerOf(TRADES.geotechnical, 'Professional Engineer')),
    ],
  }
}

/** The county's permit with its conditions. */
export const usePermit = (project: DemoProject): Paper => {
  const day = paperDays(project).permit
  const county = countyOf(project)
  const number = `CUP-${day.slice(0, 4)}-${seeded(`permit ${project.key}`).whole(3, 41)}`
  return {
    title: `Conditional Use Permit - ${project.name}`,
    author: county,
    date: day,
    face: 'contract',
    letterhead: { name: county, line: 'Board of County Commissioners · Planning and Zoning' },
    blocks: [
      title('RESOLUTION AND CONDITIONAL USE PERMIT', number),
      text(
        `WHEREAS ${project.company} applied for ${facilityOf(project)} on ${count(project.acres)} acres zoned agricultural; WHEREAS the Planning Commission held a public hearing and recommended approval; NOW THEREFORE the Board resolves on ${longDay(day)} that the permit is granted on these conditions:`,
      ),
      {
        kind: 'clause',
        number: '1.',
        name: 'Setbacks',
        text: '50 feet from property lines, 300 feet from dwellings of owners who do not take part, 75 feet from the centre of public roads.',
      },
      {
        kind: 'clause',
        number: '2.',
        name: 'Screening',
        text: 'A row of native evergreen shrubs along public roads within 1,000 feet of a dwelling, replaced if they die within five years.',
      },
      {
        kind: 'clause',
        number: '3.',
        name: 'Noise',
        text: 'Not above 45 dBA at a dwelling of an owner who does not take part.',
      },
      {
        kind: 'clause',
        number: '4.',
        name: 'Roads',
        text: 'A road use agreement with the County before construction; routes surveyed by video before and after.',
      },
      {
        kind: 'clause',
        number: '5.',
        name: 'Drainage',
        text: 'Erosion control under the state’s construction storm water permit; drain tile found and cut is repaired within ten days.',
      },
      {
        kind: 'clause',
        number: '6.',
        name: 'Fire',
        text: 'Emergency plan and annual training for the volunteer fire department; knox box at each gate.',
      },
      {
        kind: 'clause',
        number: '7.',
        name: 'Decommissioning',
        text: 'Plan and cost estimate by an engineer before the building permit, updated each five years; security from year ten.',
      },
      {
        kind: 'clause',
        number: '8.',
        name: 'Expiry',
        text: 'The permit lapses unless construction begins within thirty-six months. It runs with the land and passes to successors with notice to the County.',
      },
      text('No appeal was taken within the thirty days allowed by law.'),
      signatures(
        signerOf(`Commissioners of ${county}`, 'Chair'),
        signerOf(`Clerk of ${county}`, 'County Clerk'),
      ),
    ],
  }
}
