import type { Row, Spreadsheet } from '../../../platform/spreadsheets/index.ts'
import type { Pair, PairSide } from './pairs.ts'

const SIDE = [
  { header: 'File', width: 28 },
  { header: 'Row', width: 8 },
  { header: 'Type', width: 11 },
  { header: 'Name', width: 28 },
  { header: 'Company', width: 26 },
  { header: 'E-mail', width: 30 },
  { header: 'Phone', width: 20 },
] as const

const cellsOf = ({ fileName, rowNumber, kind, name, company, email, phone }: PairSide): Row => [
  fileName,
  rowNumber,
  kind === 'PERSON' ? 'Person' : 'Company',
  name,
  company,
  email,
  phone,
]

/** Why two records are taken for one: "Same e-mail; names alike (62 %)". */
export function reasonOf({
  sameEmail,
  samePhone,
  sameName,
  alike,
}: Pick<Pair, 'sameEmail' | 'samePhone' | 'sameName' | 'alike'>): string {
  const reasons = [
    ...(sameEmail ? ['same e-mail'] : []),
    ...(samePhone ? ['same phone'] : []),
    ...(sameName ? ['same name'] : alike >= 0.3 ? [`names alike (${Math.round(alike * 100)} %)`] : []),
  ].join('; ')
  return reasons.slice(0, 1).toUpperCase() + reasons.slice(1)
}

const counted = new Intl.NumberFormat('en-US')

/**
 * The spreadsheet of a report, each row a pair with the group in which it is to be decided; where not all records were compared, or not all pairs are listed, a last row says so.
 * @param pairCount found
 */
export const pairSheet = (
  pairs: AsyncIterable<readonly Pair[]>,
  { recordCount, totalCount, pairCount }: { recordCount: number; totalCount: number; pairCount: number },
): Spreadsheet => ({
  sheet: 'Duplicates',
  columns: [
    { header: 'Group', width: 8 },
    { header: 'Score, %', width: 10 },
    { header: 'Reason', width: 34 },
    ...SIDE.map(({ header, width }) => ({ header: `${header} (1)`, width })),
    ...SIDE.map(({ header, width }) => ({ header: `${header} (2)`, width })),
    { header: 'Records in group', width: 16 },
  ],
  rows: (async function* () {
    let listed = 0
    for await (const portion of pairs) {
      listed += portion.length
      yield portion.map(
        (pair): Row => [
          pair.group,
          pair.score,
          reasonOf(pair),
          ...cellsOf(pair.a),
          ...cellsOf(pair.b),
          pair.groupSize,
        ],
      )
    }
    if (listed < pairCount)
      yield [
        [
          null,
          null,
          `These are the ${counted.format(listed)} most alike of ${counted.format(pairCount)} pairs. Please merge some of them, and run the report again.`,
        ],
      ]
    if (recordCount < totalCount)
      yield [
        [
          null,
          null,
          `Compared were the ${counted.format(recordCount)} records that were imported last, of ${counted.format(totalCount)}.`,
        ],
      ]
  })(),
})
