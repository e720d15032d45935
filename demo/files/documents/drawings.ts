import { type DemoProject, monthsLater } from '../../content/projects.ts'
import { count, longDay, shortDay } from '../format.ts'
import type { Box, Pen } from '../paper.ts'
import { drawBorder, note } from '../pdf/border.ts'
import { drawSheet, INK } from '../pdf/sheet.ts'
import { seeded } from '../random.ts'
import { countyOf, paperDays, TRADES } from './parties.ts'

const wire = (pen: Pen, ...points: readonly (readonly [number, number])[]): void => {
  points.forEach(([x, y], index) => {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  })
  pen.lineWidth(1.1).strokeColor(INK).stroke()
}

const breaker = (pen: Pen, x: number, y: number, label: string): void => {
  pen
    .rect(x - 7, y - 7, 14, 14)
    .lineWidth(1.1)
    .fillAndStroke('#ffffff', INK)
  note(pen, label, x + 12, y - 4, 7)
}

const transformer = (pen: Pen, x: number, y: number): void => {
  pen
    .circle(x, y - 7, 11)
    .lineWidth(1.1)
    .strokeColor(INK)
    .stroke()
  pen.circle(x, y + 7, 11).stroke()
}

/** An inverter with its modules, hanging from a feeder. */
const drawBlock = (pen: Pen, project: DemoProject, x: number, y: number, number: number): void => {
  wire(pen, [x, y], [x, y + 26])
  transformer(pen, x, y + 44)
  note(pen, `${Math.round(project.inverter.rating * 1.05)} kVA`, x + 15, y + 36, 6.5)
  note(pen, '34.5/0.63 kV', x + 15, y + 45, 6.5)
  wire(pen, [x, y + 62], [x, y + 86])
  pen
    .rect(x - 19, y + 86, 38, 28)
    .lineWidth(1.1)
    .strokeColor(INK)
    .stroke()
  wire(pen, [x - 19, y + 114], [x + 19, y + 86])
  note(pen, '~', x - 13, y + 87, 10)
  note(pen, '=', x + 6, y + 101, 10)
  note(pen, `INV-${String(number).padStart(2, '0')}`, x - 15, y + 118, 7)
  wire(pen, [x, y + 128], [x, y + 146])
  for (let row = 0; row < 3; row += 1) {
    pen
      .rect(x - 22, y + 146 + row * 15, 44, 11)
      .lineWidth(0.8)
      .fillAndStroke('#e1edf5', INK)
    pen
      .moveTo(x - 22, y + 146 + row * 15)
      .lineTo(x, y + 151.5 + row * 15)
      .lineTo(x - 22, y + 157 + row * 15)
      .lineWidth(0.6)
      .stroke()
  }
}

const drawStorage = (pen: Pen, project: DemoProject, x: number, y: number): void => {
  wire(pen, [x, y], [x, y + 26])
  transformer(pen, x, y + 44)
  wire(pen, [x, y + 62], [x, y + 86])
  pen
    .rect(x - 34, y + 86, 68, 60)
    .lineWidth(1.1)
    .fillAndStroke('#f4efe2', INK)
  for (let cell = 0; cell < 4; cell += 1) {
    const top = y + 98 + cell * 11
    pen
      .moveTo(x - 14, top)
      .lineTo(x + 14, top)
      .lineWidth(cell % 2 === 0 ? 1 : 3)
      .strokeColor(INK)
      .stroke()
  }
  note(pen, 'BESS', x - 10, y + 150, 8)
  note(pen, `${(project.bessKw ?? 0) / 1000} MW / ${(project.bessKwh ?? 0) / 1000} MWh`, x - 32, y + 162, 7)
}

const drawSwitchyard = (pen: Pen, project: DemoProject, area: Box, bus: number): void => {
  const middle = area.x + area.width / 2
  const top = area.y + 34
  pen
    .moveTo(area.x + 190, top)
    .lineTo(area.x + area.width - 190, top)
    .lineWidth(4)
    .strokeColor(INK)
    .stroke()
  note(
    pen,
    `${project.kilovolts} kV BUS, ${project.substation.toUpperCase()} SUBSTATION (${project.stateFacts.utility.toUpperCase()})`,
    area.x + 194,
    top - 17,
    8.5,
  )
  wire(pen, [middle, top], [middle, top + 30])
  breaker(pen, middle, top + 30, '52-U')
  wire(pen, [middle, top + 37], [middle, top + 60])
  pen
    .circle(middle, top + 70, 10)
    .lineWidth(1.1)
    .strokeColor(INK)
    .stroke()
  note(pen, 'M', middle - 4, top + 65, 10)
  note(pen, 'REVENUE METER, POINT OF INTERCONNECTION', middle + 18, top + 66, 7.5)
  wire(pen, [middle, top + 80], [middle, top + 106])
  breaker(pen, middle, top + 106, '52-G   50/51, 87T, 21, 81')
  wire(pen, [middle, top + 113], [middle, top + 134])
  transformer(pen, middle, top + 152)
  note(
    pen,
    `MPT ${Math.ceil((project.acKw * 1.1) / 1000)} MVA, ${project.kilovolts}/34.5 kV, Z = 8.5%`,
    middle + 20,
    top + 146,
    8,
  )
  wire(pen, [middle, top + 170], [middle, bus])
  pen
    .moveTo(area.x + 40, bus)
    .lineTo(area.x + area.width - 40, bus)
    .lineWidth(3.2)
    .strokeColor(INK)
    .stroke()
  note(pen, '34.5 kV COLLECTOR BUS', area.x + 42, bus - 14, 8.5)
}

/** The single-line diagram, from the grid down to the modules. */
export const singleLine = (project: DemoProject): Promise<Buffer> => {
  const day = monthsLater(project.ntp, -1)
  const paper = { title: `Single-line diagram - ${project.name}`, author: TRADES.designer, date: day }
  return drawSheet(paper, (pen, box) => {
    const area = drawBorder(pen, box, {
      firm: TRADES.designer,
      project: project.name,
      name: 'Single-line diagram',
      number: 'E-201',
      date: longDay(day),
      revisions: [
        ['C', 'Issued for permit', shortDay(day)],
        ['B', 'Utility comments', shortDay(monthsLater(day, -2))],
        ['A', 'Preliminary', shortDay(monthsLater(day, -5))],
      ],
    })
    const bus = area.y + 300
    drawSwitchyard(pen, project, area, bus)
    const shown = Math.min(7, project.dcKw === null ? 0 : project.inverter.count)
    const slots = shown + (project.bessKw ? 1 : 0)
    const step = (area.width - 120) / Math.max(1, slots)
    for (let index = 0; index < slots; index += 1) {
      const x = area.x + 60 + (index + 0.5) * step
      breaker(pen, x, bus + 26, `52-F${index + 1}`)
      wire(pen, [x, bus], [x, bus + 19])
      wire(pen, [x, bus + 33], [x, bus + 64])
      if (index < shown) drawBlock(pen, project, x, bus + 64, index + 1)
      else drawStorage(pen, project, x, bus + 64)
    }
    const notes = [
      `1. Typical of ${count(project.inverter.count)} inverters ${project.inverter.manufacturer} ${project.inverter.model}; ${shown} shown.`,
      project.module
        ? `2. ${count(project.module.count)} modules ${project.module.manufacturer} ${project.module.model}, 27 in series, 1,500 V DC.`
        : '2. Storage only; no modules.',
      `3. Total ${project.acKw / 1000} MW AC at the meter, limited by the plant controller.`,
      '4. Grounding transformer and capacitor bank not shown.',
    ]
    notes.forEach((line, index) => {
      note(pen, line, area.x + 8, area.y + area.height - 62 + index * 15, 9)
    })
  })
}

type Corner = readonly [number, number]

/** Corners of the leased land on the sheet, and what they are called. */
const boundary = (project: DemoProject, area: Box): readonly Corner[] => {
  const random = seeded(`boundary ${project.key}`)
  const [left, top, right, bottom] = [
    area.x + 130,
    area.y + 90,
    area.x + area.width - 130,
    area.y + area.height - 120,
  ]
  const notch = random.whole(120, 240)
  return [
    [left, top],
    [right - notch, top + random.whole(-8, 8)],
    [right - notch, top + notch * 0.7],
    [right, top + notch * 0.72],
    [right + random.whole(-12, 6), bottom],
    [left + random.whole(-10, 12), bottom - random.whole(-6, 6)],
  ]
}

/** Direction and length of a side as surveyors write it; `scale` is feet to the point. */
const bearing = ([x1, y1]: Corner, [x2, y2]: Corner, scale: number): string => {
  const degrees = (Math.atan2(Math.abs(x2 - x1), Math.abs(y2 - y1)) * 180) / Math.PI
  const minutes = Math.floor((degrees % 1) * 60)
  const length = (Math.hypot(x2 - x1, y2 - y1) * scale).toFixed(2)
  return `${y2 <= y1 ? 'N' : 'S'} ${Math.floor(degrees)}°${String(minutes).padStart(2, '0')}'12" ${x2 >= x1 ? 'E' : 'W'}  ${length}'`
}

const drawBoundary = (pen: Pen, corners: readonly Corner[], scale: number): void => {
  corners.forEach(([x, y], index) => {
    if (index === 0) pen.moveTo(x, y)
    else pen.lineTo(x, y)
  })
  pen.closePath().lineWidth(2).dash(16, { space: 5 }).strokeColor(INK).stroke().undash()
  corners.forEach((corner, index) => {
    const next = corners[(index + 1) % corners.length] ?? corner
    pen.circle(corner[0], corner[1], 4).lineWidth(1).fillAndStroke('#ffffff', INK)
    const middle = [(corner[0] + next[0]) / 2, (corner[1] + next[1]) / 2] as const
    const isUpright = Math.abs(next[1] - corner[1]) > Math.abs(next[0] - corner[0])
    pen.save()
    if (isUpright) pen.rotate(-90, { origin: [middle[0], middle[1]] })
    pen.font('Helvetica').fontSize(8).fillColor(INK)
    pen.text(bearing(corner, next, scale), middle[0] - 90, middle[1] - 13, {
      width: 180,
      align: 'center',
      lineBreak: false,
    })
    pen.restore()
  })
}

/** The first sheet of the land title survey: boundary, easements and table of encumbrances. */
export const landTitleSurvey = (project: DemoProject): Promise<Buffer> => {
  const day = paperDays(project).survey
  const paper = { title: `ALTA/NSPS Land Title Survey - ${project.name}`, author: TRADES.surveyor, date: day }
  return drawSheet(paper, (pen, box) => {
    const area = drawBorder(pen, box, {
      firm: TRADES.surveyor,
      project: project.name,
      name: 'ALTA/NSPS land title survey',
      number: '1 of 4',
      date: longDay(day),
      revisions: [
        ['3', 'Pipeline crossing dimensioned', shortDay(day)],
        ['2', 'Title revision', shortDay(monthsLater(day, -1))],
        ['1', 'First issue', shortDay(monthsLater(day, -2))],
      ],
    })
    const corners = boundary(project, area)
    const [first, , , , fifth] = corners
    if (!first || !fifth) throw new Error('A survey needs corners.')
    pen.rect(first[0] - 60, first[1] + 42, fifth[0] - first[0] + 120, 11).fill('#f3dfb8')
    pen.rect(area.x + 20, area.y + 40, area.width - 60, 13).fill('#e7e3d8')
    pen.rect(fifth[0] - 130, first[1] + 130, 9, fifth[1] - first[1] - 110).fill('#d9d0ec')
    drawBoundary(pen, corners, 6.6 * Math.sqrt(project.acres / 290))
    note(pen, "50' PIPELINE EASEMENT (B-II ITEM 3), STATION 14+20", first[0] + 30, first[1] + 58, 8)
    note(pen, 'SECTION LINE ROAD, 66 FT RIGHT OF WAY (B-II ITEM 7)', area.x + 40, area.y + 43, 8)
    note(pen, 'ELECTRIC LINE (B-II ITEM 4)', fifth[0] - 250, first[1] + 300, 8)
    pen.font('Helvetica-Bold').fontSize(15).fillColor(INK)
    pen.text(`PARCEL ${project.parcel}`, first[0], first[1] + 230, {
      width: fifth[0] - first[0],
      align: 'center',
    })
    pen.font('Helvetica').fontSize(11)
    pen.text(`${project.landowner}\n${count(project.acres)} acres, more or less`, {
      width: fifth[0] - first[0],
      align: 'center',
    })
    pen
      .moveTo(area.x + 50, area.y + 140)
      .lineTo(area.x + 50, area.y + 90)
      .lineWidth(2)
      .stroke()
    pen
      .polygon([area.x + 43, area.y + 100], [area.x + 50, area.y + 82], [area.x + 57, area.y + 100])
      .fill(INK)
    note(pen, 'N', area.x + 45, area.y + 144, 12)
    const lines = [
      `LEGAL DESCRIPTION: ${project.legalDescription}, ${countyOf(project)}.`,
      `BASIS OF BEARINGS: State plane coordinates, NAD 83 (2011). FLOOD ZONE X (unshaded). ZONING: Agricultural, conditional use permit recorded.`,
      'CERTIFICATION: Made in accordance with the 2021 Minimum Standard Detail Requirements; Table A items 1, 2, 3, 4, 6(b), 8, 11(a), 13, 16 and 18 are included.',
    ]
    lines.forEach((line, index) => {
      note(pen, line, area.x + 6, area.y + area.height - 54 + index * 16, 8.5)
    })
  })
}
