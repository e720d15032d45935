import Button from '@mui/material/Button'
import { IconStack2 } from '@tabler/icons-react'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { useReading } from '../../../graphql/useReading.ts'
import { ErrorState, Loading, SkeletonLines } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'
import { type ProjectFilter, variablesOf } from '../core/filter.ts'
import { LayerOutcome, LayerRows } from '../layers/LayerRows.tsx'
import { type Layer, useLayers } from '../layers/useLayers.ts'
import { MapLayersDocument } from './operations.generated.ts'
import type { ProjectWithNeighbours } from './useNeighbours.ts'

/** Layers that the server names at most; those of the chosen project come besides. */
const MAX = 200

const Place = styled('div')(({ theme }) => ({
  position: 'relative',
  '& > section': {
    position: 'absolute',
    zIndex: 1,
    top: 40,
    right: 0,
    display: 'grid',
    gap: 10,
    boxSizing: 'border-box',
    width: 340,
    maxWidth: 'calc(100vw - 28px)',
    maxHeight: 'min(440px, 50vh)',
    overflowY: 'auto',
    padding: '12px 14px',
    borderRadius: 8,
    border: `1px solid ${theme.vars.palette.line}`,
    backgroundColor: theme.vars.palette.raised,
    '& h2': { margin: 0, ...theme.typography.caption, fontWeight: 600, overflowWrap: 'anywhere' },
    '& p': { margin: 0, ...theme.typography.caption, color: theme.vars.palette.ink2 },
  },
  '& > button': {
    height: 34,
    minHeight: 34,
    backgroundColor: theme.vars.palette.raised,
    borderColor: theme.vars.palette.line,
  },
  '& > button > small': {
    padding: '0 6px',
    marginLeft: 8,
    borderRadius: 4,
    ...theme.typography.caption,
    lineHeight: '20px',
    color: theme.vars.palette.accent.text,
    backgroundColor: theme.vars.palette.accent.tint,
  },
}))

interface Group {
  projectId: string
  projectName: string
  features: readonly Layer[]
}

/** The spatial layers of the projects that are listed, those of the chosen one first; read once they are asked for. */
export function useMapLayers(filter: ProjectFilter, chosen: ProjectWithNeighbours | null) {
  const [isAsked, setAsked] = useState(false)
  const reading = useReading(MapLayersDocument, variablesOf(filter), {
    skip: !isAsked,
    keep: true,
    every: 60_000,
  })
  const found = reading.data?.projects.layers
  const groups = useMemo<readonly Group[]>(() => {
    const own = chosen?.spatial?.features ?? []
    const others = (found ?? []).filter(({ projectId }) => projectId !== chosen?.id)
    return [
      ...(chosen && own.length > 0
        ? [{ projectId: chosen.id, projectName: chosen.name, features: own }]
        : []),
      ...[...Map.groupBy(others, ({ projectId }) => projectId)].map(([projectId, list]) => ({
        projectId,
        projectName: list[0]?.projectName ?? '',
        features: list.map(({ layer }) => layer),
      })),
    ]
  }, [found, chosen])
  const all = useMemo(() => groups.flatMap(({ features }) => features), [groups])
  return {
    groups,
    all,
    layers: useLayers(all),
    reading,
    ask: () => setAsked(true),
    hasMore: (found?.length ?? 0) >= MAX,
  }
}

/** The button over a map that opens the list of its spatial layers (MAP-10). */
export function MapLayers({ of }: { of: ReturnType<typeof useMapLayers> }) {
  const [isOpen, setOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { groups, layers, reading, hasMore } = of
  const { data, error, loading } = reading
  const shown = layers.shown.length
  useEffect(() => {
    if (!isOpen) return
    // Wherever the focus is: it is nowhere once a button has gone that had it.
    const close = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return
      setOpen(false)
      button.current?.focus()
    }
    document.addEventListener('keydown', close)
    return () => document.removeEventListener('keydown', close)
  }, [isOpen])
  return (
    <Place>
      <Button
        ref={button}
        size="small"
        startIcon={<IconStack2 />}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => {
          of.ask()
          setOpen(!isOpen)
        }}
      >
        Layers
        {shown > 0 && <small>{shown}</small>}
      </Button>
      {isOpen && (
        <section id={id} aria-label="Spatial layers">
          {error && <ErrorState message={error.message} onRetry={error.onRetry} />}
          {loading && groups.length === 0 && <Loading active skeleton={<SkeletonLines count={3} />} />}
          {data && groups.length === 0 && <p>None of these projects has layers.</p>}
          <LayerOutcome layers={layers} />
          {groups.map(({ projectId, projectName, features }) => (
            <div key={projectId}>
              <h2>{projectName}</h2>
              <LayerRows features={features} layers={layers} />
            </div>
          ))}
          {hasMore && <p>Showing the first 200 layers. Search or choose portfolios to see others.</p>}
        </section>
      )}
    </Place>
  )
}
