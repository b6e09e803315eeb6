import type { ApiError } from "../api/client.ts";
import { ErrorState } from "../parts/answers.tsx";

export function LinkRefused({ error }: { readonly error: ApiError }) {
  return (
    <main className="page">
      <h1 className="vh">Not signed in</h1>
      <ErrorState title="This link lets nobody in." error={error} />
      <p>
        <a href="/" className="ref">
          To the board
        </a>
      </p>
    </main>
  );
}
