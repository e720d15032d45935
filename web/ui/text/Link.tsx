import MuiLink, { type LinkProps as MuiLinkProps } from '@mui/material/Link'
import { Link as RouterLink, type LinkProps as RouterLinkProps } from 'react-router'

type LinkProps = Pick<MuiLinkProps, 'sx' | 'color' | 'underline' | 'variant'> & RouterLinkProps

/** A link inside the product. What leaves it, or downloads, is a plain `<a href>` by MUI's Link. */
export function Link(props: LinkProps) {
  return <MuiLink component={RouterLink} {...props} />
}
