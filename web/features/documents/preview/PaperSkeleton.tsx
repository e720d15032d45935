import { styled } from '@mui/material/styles'
import { SkeletonBar } from '../../../ui/index.ts'

const Place = styled('div')({ padding: 24, display: 'grid', justifyItems: 'center' })

/** A page in waiting. */
export function PaperSkeleton() {
  return (
    <Place>
      <SkeletonBar width="min(640px, 100%)" height={420} />
    </Place>
  )
}
