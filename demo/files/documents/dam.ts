import type { DemoProject } from '../../content/projects.ts'
import { longDay } from '../format.ts'
import { type Box, bullets, facts, heading, type Paper, type Pen, signatures, text, title } from '../paper.ts'
import { countyOf, signerOf, TRADES } from './parties.ts'

/** Section through the embankment, water on the left. */
const drawSection = (pen: Pen, box: Box): void => {
  const ground = box.y + box.height - 26
  const crest = box.y + 34
  const middle = box.x + box.width * 0.52
  const toes: readonly [number, number] = [middle - 150, middle + 120]
  pen.rect(box.x, box.y, box.width, box.height).fill('#f6f8f8')
  pen
    .moveTo(box.x, crest + 34)
    .lineTo(middle - 62, crest + 34)
    .lineTo(toes[0], ground)
    .lineTo(box.x, ground)
    .fill('#cfe3ea')
  pen.rect(box.x, ground, box.width, 26).fill('#d9cfbd')
  pen
    .moveTo(toes[0], ground)
    .lineTo(middle - 16, crest)
    .lineTo(middle + 16, crest)
    .lineTo(toes[1], ground)
    .fill('#b8a88c')
  pen
    .moveTo(middle - 9, crest + 6)
    .lineTo(middle + 9, crest + 6)
    .lineTo(middle + 26, ground)
    .lineTo(middle - 26, ground)
    .fill('#8d7a5c')
  pen.rect(middle - 40, ground - 9, 160, 5).fill('#44545e')
  pen.font('Helvetica').fontSize(7.5).fillColor('#1b2930')
  pen.text('Crest, elevation 2,068.5 ft, width 12 ft', middle - 70, crest - 14, { lineBreak: false })
  pen.text('Normal pool 2,061.0 ft', box.x + 12, crest + 22, { lineBreak: false })
  pen.text('Clay core', middle - 16, ground - 40, { lineBreak: false })
  pen.text('24 in. outlet pipe', middle + 128, ground - 12, { lineBreak: false })
  pen.text('Toe drain', toes[1] + 6, ground + 8, { lineBreak: false })
  pen.text('3 : 1', toes[0] + 26, crest + 70, { lineBreak: false })
  pen.text('2.5 : 1', toes[1] - 36, crest + 44, { lineBreak: false })
}

/** The yearly look at the small dam that holds the site's storm water. */
export const damInspection = (project: DemoProject, day: string): Paper => ({
  title: `Dam Inspection Summary - ${project.name}`,
  author: TRADES.damEngineer,
  date: day,
  face: 'report',
  letterhead: { name: TRADES.damEngineer, line: 'Dam safety and water resources' },
  head: ['Dam safety inspection', project.name],
  blocks: [
    title('Dam Inspection Summary', `Detention structure, ${project.name} · ${longDay(day)}`),
    facts(
      ['Owner', project.company],
      ['Location', `${countyOf(project)}, ${project.latitude.toFixed(3)}, ${project.longitude.toFixed(3)}`],
      ['Structure', 'Earth embankment with clay core, built 1964, rehabilitated 2019'],
      ['Height and length', '27 ft; 640 ft'],
      ['Storage', '142 acre-feet at normal pool, 310 acre-feet at the crest'],
      ['Hazard class', 'Significant'],
      ['Overall condition', 'Satisfactory'],
      ['Next inspection', 'Within 12 months, and after each inflow above the 10-year storm'],
    ),
    heading('Findings'),
    {
      kind: 'table',
      columns: [
        { label: 'Part', width: 2 },
        { label: 'Condition', width: 1.4 },
        { label: 'What was seen', width: 5 },
        { label: 'Priority', width: 1.1 },
      ],
      rows: [
        ['Upstream slope', 'Good', 'Riprap complete; wave bench of 8 inches at station 3+10', 'Low'],
        ['Crest', 'Good', 'No settlement above survey tolerance, no cracks', 'None'],
        [
          'Downstream slope',
          'Fair',
          'Two burrows at mid-height, woody growth under 1 inch on 200 sq ft',
          'Medium',
        ],
        [
          'Toe and drains',
          'Good',
          'Clear seepage of 2.4 gal/min, unchanged since 2021; weir readable',
          'None',
        ],
        [
          'Outlet works',
          'Good',
          'Slide gate exercised over its full travel; camera run shows no joint offset',
          'None',
        ],
        ['Auxiliary spillway', 'Fair', 'Grass cover thin on 0.2 acre at the control section', 'Medium'],
      ],
    },
    { kind: 'drawing', height: 170, caption: 'Section at station 3+40, not to scale.', draw: drawSection },
    heading('Recommendations'),
    bullets(
      'Backfill the burrows with compacted clay and remove woody growth before May 1.',
      'Overseed the control section of the spillway and fence it until the cover is at 85 percent.',
      'Survey the crest monuments again in two years.',
      'Update the emergency action plan with the contacts of the new county dispatch.',
    ),
    {
      kind: 'chart',
      chart: {
        title: 'Seepage at the toe weir and pool level',
        unit: 'gal/min; feet above 2,050',
        labels: ['Q1 25', 'Q2 25', 'Q3 25', 'Q4 25', 'Q1 26', 'Q2 26', 'Q3 26', 'Q4 26'],
        series: [
          { label: 'Seepage', kind: 'bars', values: [2.3, 2.6, 2.2, 2.2, 2.4, 2.7, 2.3, 2.4] },
          { label: 'Pool', kind: 'line', values: [10.8, 11.6, 10.6, 10.7, 11, 11.9, 10.5, 10.9] },
        ],
      },
    },
    text(
      'The inspection followed the guidelines of the state for dams of significant hazard. It is visual and does not replace an analysis of stability.',
    ),
    signatures(signerOf(TRADES.damEngineer, 'Professional Engineer')),
  ],
})
