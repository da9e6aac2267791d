# SPDX-License-Identifier: Apache-2.0
import os
from typing import Any, Dict, Iterable, List, Mapping, NamedTuple, Optional, Union, overload

import numpy as np

Experiment = Union[str, os.PathLike[str], Mapping[str, Any]]
Overrides = Union[None, Mapping[str, Any], Iterable[str]]
Engines = Union[None, str, Mapping[str, str], Iterable[str]]

version: str
versions: Dict[str, str]

class Problem(NamedTuple):
    file: str
    line: int
    column: int
    message: str

class InputError(ValueError):
    problems: List[Problem]
    answers: str

class OutputError(OSError):
    problems: List[Problem]

class LockstepError(RuntimeError):
    answers: str

class Key(NamedTuple):
    name: str
    unit: str
    range: str
    default: Any
    meaning: str

class Table(Dict[str, np.ndarray]):
    @property
    def rows(self) -> int: ...

class Result:
    summary: Dict[str, Any]
    directory: Optional[str]
    notes: List[str]
    diagnosis: List[str]
    @classmethod
    def load(cls, directory: Union[str, os.PathLike[str]]) -> Result: ...
    @property
    def cycles(self) -> int: ...
    @property
    def complete(self) -> bool: ...
    @property
    def tables(self) -> List[str]: ...
    def table(self, name: str) -> Table: ...
    def text(self, file: Union[str, os.PathLike[str]]) -> Optional[str]: ...
    @property
    def tasks(self) -> Table: ...
    @property
    def jobs(self) -> Table: ...
    @property
    def edges(self) -> Table: ...
    @property
    def critical_path(self) -> Table: ...
    @property
    def slack(self) -> Table: ...
    @property
    def links(self) -> Table: ...
    @property
    def link_load(self) -> Table: ...
    @property
    def packets(self) -> Table: ...
    @property
    def sessions(self) -> Table: ...
    @property
    def batches(self) -> Table: ...
    @property
    def visits(self) -> Table: ...

class Pick(NamedTuple):
    round: int
    entry: int
    cls: str
    target: int
    expected_weight: int
    history: int

class Picker:
    def __init__(self, *, entries: Optional[int] = ..., classes: Optional[int] = ..., frac: Optional[int] = ...,
                 quant: Optional[int] = ..., tie: Optional[str] = ..., policy: Optional[str] = ...,
                 engine: str = ...) -> None: ...
    @property
    def config(self) -> Dict[str, Any]: ...
    def stimulus(self, text: str) -> str: ...
    def add(self, entry: int, cls: str, weight: int, jobs: int) -> None: ...
    def drop(self, entry: int) -> None: ...
    def block(self, entry: int) -> None: ...
    def unblock(self, entry: int) -> None: ...
    @overload
    def pick(self, rounds: None = ...) -> Optional[Pick]: ...
    @overload
    def pick(self, rounds: int) -> List[Optional[Pick]]: ...

def run(experiment: Experiment, overrides: Overrides = ..., seed: Optional[int] = ...,
        out: Union[None, str, os.PathLike[str]] = ..., engine: Engines = ...) -> Result: ...
def show(experiment: Experiment, overrides: Overrides = ...) -> Dict[str, Any]: ...
def text(experiment: Mapping[str, Any]) -> str: ...
def keys(containing: str = ...) -> List[Key]: ...
@overload
def list(kind: str) -> Dict[str, str]: ...
@overload
def list(kind: None = ...) -> Dict[str, Dict[str, str]]: ...
