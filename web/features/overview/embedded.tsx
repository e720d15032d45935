import { type ReactNode, useState } from 'react'
import { formatNumber, MISSING } from '../../../shared/format/number.ts'
import { MEDIA } from '../../addresses.ts'
import type { NetYieldRowFragment } from '../../graphql/operations.generated.ts'
import { Alert, lazily, SkeletonBar, Trend } from '../../ui/index.ts'
import type { MarkdownComponents, Tag } from '../../ui/markdown/Markdown.tsx'
import { styled } from '../../ui/theme/styled.tsx'
import type { OverviewEntity } from './entity.ts'
import { TimelineBox } from './TimelineBox.tsx'

const Chart = lazily(
  async () => (await import('../../ui/chart/Chart.tsx')).Chart,
  <SkeletonBar width="100%" height={220} />,
)

/** Right of the text beside which it is written where there is room, in columns otherwise. */
const Block = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(220px, 1fr))',
  gap: '0 24px',
  margin: '0 0 18px',
  ...theme.typography.body1,
  borderTop: `1px solid ${theme.vars.palette.line}`,
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'baseline',
    gap: 16,
    padding: '5px 0 6px',
    borderBottom: `1px solid ${theme.vars.palette.line}`,
  },
  '& dt': theme.typography.note,
  '& dd': { margin: 0, fontWeight: 600, textAlign: 'right', overflowWrap: 'anywhere' },
  '& small': { fontSize: 'inherit', fontWeight: 400, color: theme.vars.palette.ink2 },
}))

const Picture = styled('img')(({ theme }) => ({
  display: 'block',
  maxWidth: '100%',
  margin: '0 0 14px',
  border: `1px solid ${theme.vars.palette.line}`,
  borderRadius: 8,
}))

const Wide = styled('div')({ margin: '0 0 18px' })

/** The figure at the beginning of a value, and the unit behind it: '18 December 2026' is none. */
const FIGURE = /^([−+-]?[$€]?\d(?:[\d.,]*\d)?)(?=[\s%,]|$)(\D*)$/

function Factoid({ attributes: { label = '', value = '' } }: Tag) {
  const [, figure, rest] = FIGURE.exec(value) ?? []
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {figure ? (
          <>
            {figure}
            <small>{rest}</small>
          </>
        ) : (
          value
        )}
      </dd>
    </div>
  )
}

/** Small facts in a ruled block; each by itself stands in one, too. A block of none is nothing. */
function factoids(tags: readonly Tag[]): ReactNode {
  const facts = tags.filter(({ name }) => name === 'Factoid')
  if (facts.length === 0) return null
  return (
    <Block>
      {facts.map((tag, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they stand in the order of the text
        <Factoid key={at} {...tag} />
      ))}
    </Block>
  )
}

/** An image of the page's own media (SUBP-10, SUBP-11). */
export function MediaImage({ url, description }: { url: string; description: string }) {
  const [failed, setFailed] = useState(false)
  if (failed) return <Alert tone="danger">Error loading media</Alert>
  return <Picture src={url} alt={description} loading="lazy" onError={() => setFailed(true)} />
}

/** A year against its P50: how far, and whether more came than was expected. */
function againstP50({ actualEnergy, p50 }: NetYieldRowFragment): ReactNode {
  if (actualEnergy === null) return MISSING
  if (!p50) return 'n/a'
  const percent = Math.round((actualEnergy / p50 - 1) * 1000) / 10
  const size = formatNumber(Math.abs(percent), 1)
  const above = percent >= 0
  return (
    <Trend
      direction={above ? 'up' : 'down'}
      text={`${size}%`}
      good={above}
      spoken={`${size} % ${above ? 'above' : 'below'} P50`}
    />
  )
}

const KWH_PER_MWH = 1000
const MWH_PER_GWH = 1000

/** Actual energy, P50 and P90 by year (SUBP-12). */
function NetYieldChart({ yields }: { yields: readonly NetYieldRowFragment[] }) {
  if (yields.length === 0) return <p>No net yields yet.</p>
  const inMwh = (kwh: number | null) => (kwh === null ? null : kwh / KWH_PER_MWH)
  return (
    <Wide>
      <Chart
        title="Net yield"
        axes={{ x: 'Year', y: 'Energy' }}
        unit="MWh"
        format={(value) => formatNumber(value)}
        small={{ unit: 'GWh', format: (value) => formatNumber(value / MWH_PER_GWH, 1) }}
        steps={yields.map(({ year }) => String(year))}
        series={[
          {
            key: 'actual',
            name: 'Actual energy',
            look: 'bar',
            values: yields.map(({ actualEnergy }) => inMwh(actualEnergy)),
          },
          { key: 'p50', name: 'P50', look: 'line', values: yields.map(({ p50 }) => inMwh(p50)) },
          { key: 'p90', name: 'P90', look: 'dashed', values: yields.map(({ p90 }) => inMwh(p90)) },
        ]}
        rows={[{ key: 'against', name: 'Actual against P50', cells: yields.map(againstP50) }]}
      />
    </Wide>
  )
}

const isMediaId = (id: string | undefined): id is string => id !== undefined && /^[0-9a-f-]{36}$/.test(id)

interface Shown {
  entity: OverviewEntity
  yields: readonly NetYieldRowFragment[]
  /** Shows the map of the entity's projects. */
  map: ReactNode
  /** Timelines with their controls; not in a preview. */
  editable: boolean
}

/** Components that stand beside the prose before them. */
export const BESIDE: ReadonlySet<string> = new Set(['FactoidBlock', 'Factoid'])

/** What may be embedded in a page (SUBP-09). */
export function embedded({ entity, yields, map, editable }: Shown): MarkdownComponents {
  const media =
    (base: string) =>
    ({ attributes: { id, alt = '' } }: Tag) =>
      isMediaId(id) ? (
        <MediaImage url={`${base}/${id}/`} description={alt} />
      ) : (
        <Alert tone="danger">Error loading media</Alert>
      )
  return {
    Map: () => map,
    Timeline: ({ attributes: { id = '' } }) => (
      <TimelineBox entity={entity} timelineId={id} editable={editable} />
    ),
    SubpageMedia: media(MEDIA.Portfolio),
    HoldCoSubpageMedia: media(MEDIA.HoldingCompany),
    NetYieldChart: () => <NetYieldChart yields={yields} />,
    FactoidBlock: ({ children }) => factoids(children),
    Factoid: (tag) => factoids([tag]),
  }
}
