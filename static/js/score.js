/* Scoring by keyboard: the criterion that has the focus marks its text in the application; Ctrl+Enter submits. */
"use strict";
{
  const form = document.querySelector("[data-score]");
  const fold = document.querySelector("[data-fold]");
  const wide = window.matchMedia("(min-width: 64rem)");
  const criteria = Array.from(form.querySelectorAll("[data-criterion]"));
  const entry = (criterion) => criterion.querySelector(":checked") || criterion.querySelector("input, textarea");
  const mark = (letter) => {
    for (const each of document.querySelectorAll("[data-criterion], [data-answer]")) {
      each.classList.toggle("is-active", (each.dataset.criterion || each.dataset.answer) === letter);
    }
    const answer = document.querySelector(`[data-answer="${letter}"]`);
    if (answer && wide.matches) answer.parentElement.closest(".sr-dossier").scrollTo({ top: answer.offsetTop - 16 });
  };
  const move = (from, by) => {
    const to = criteria[criteria.indexOf(from) + by];
    if (to) entry(to).focus();
    return Boolean(to);
  };
  fold.open = wide.matches;
  wide.addEventListener("change", () => {
    fold.open = wide.matches;
  });
  form.addEventListener("focusin", (event) => {
    const criterion = event.target.closest("[data-criterion]");
    if (criterion) mark(criterion.dataset.criterion);
  });
  form.addEventListener("keydown", (event) => {
    const criterion = event.target.closest("[data-criterion]");
    if (event.ctrlKey && event.key === "Enter") {
      event.preventDefault();
      form.requestSubmit(document.querySelector("[data-submit]"));
    } else if (criterion && event.ctrlKey && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      if (move(criterion, event.key === "ArrowDown" ? 1 : -1)) event.preventDefault();
    } else if (criterion && event.key === "Enter" && event.target.matches("input")) {
      event.preventDefault();
      criterion.querySelector("textarea").focus();
    }
  });
  const begin = criteria.find((each) => each.dataset.state !== "done");
  if (wide.matches && begin && !window.location.hash && !document.querySelector("[role=alert]")) entry(begin).focus();
}
