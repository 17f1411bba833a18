/** The product's logo: two rows of seats around the conductor's place. */
export function Mark({ size = 24 }: { size?: 24 | 32 }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
      <g fill="none" stroke="var(--ink)" strokeWidth="3">
        <path strokeDasharray="9.14 2" d="M2 17a10 10 0 0 1 20 0" />
        <path strokeDasharray="6.85 2" d="M7 17a5 5 0 0 1 10 0" />
      </g>
      <circle fill="var(--accent)" cx="12" cy="18" r="2.500" />
    </svg>
  )
}
