/** What the marks of a line map mean. */
export function MapLegend() {
  return (
    <>
      <li>
        <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
          <circle cx="8" cy="8" r="5" fill="var(--card)" stroke="var(--ink2)" strokeWidth="3" />
        </svg>
        skill
      </li>
      <li>
        <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
          <rect x="3" y="3" width="10" height="10" transform="rotate(45 8 8)" fill="var(--ink)" />
        </svg>
        router: the server decides
      </li>
      <li>
        <svg className="mark" viewBox="0 0 16 16" aria-hidden="true">
          <rect x="6.5" y="1" width="3" height="14" fill="var(--ink2)" />
        </svg>
        context is cleared
      </li>
    </>
  );
}
