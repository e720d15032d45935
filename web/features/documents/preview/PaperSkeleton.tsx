import { SkeletonBar } from '../../../ui/index.ts'
import { styled } from '../../../ui/theme/styled.tsx'

const Place = styled('div')({ padding: 24, display: 'grid', justifyItems: 'center' })

/** A page in waiting. */
export function PaperSkeleton() {
  return (
    <Place>
      <SkeletonBar width="min(640px, 100%)" height={420} />
    </Place>
  )
}
