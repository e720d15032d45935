import { useState } from 'react'
import { styled } from '../theme/styled.tsx'
import { DrawnCover, type DrawnCoverProps } from './DrawnCover.tsx'

const Photograph = styled('img')({ display: 'block', width: '100%', objectFit: 'cover' })

interface CoverProps extends DrawnCoverProps {
  /** Address of the picture; a drawing stands where there is none, or where it can't be read. */
  picture: string | null
}

/** The cover of an entity, whose name always stands beside it. */
export function Cover({ picture, ...drawn }: CoverProps) {
  const [unreadable, setUnreadable] = useState<string>()
  if (picture === null || picture === unreadable) return <DrawnCover {...drawn} />
  return (
    <Photograph
      src={picture}
      alt=""
      loading="lazy"
      decoding="async"
      style={{ height: drawn.height ?? '100%' }}
      onError={() => setUnreadable(picture)}
    />
  )
}
